# SPDX-License-Identifier: Apache-2.0
"""The models of Diversa itself, one line each, in the order in which they are listed.

`diversa.models` and `diversa` read the names from this module without running it
(`registry.imports_of`): a model is imported when it is first used.
"""

# fmt: off
# isort: off
# ruff: noqa: E501
from diversa.models.k_anonymity import KAnonymity as KAnonymity
from diversa.models.distinct_l_diversity import DistinctLDiversity as DistinctLDiversity
from diversa.models.frequency_l_diversity import FrequencyLDiversity as FrequencyLDiversity
from diversa.models.entropy_l_diversity import EntropyLDiversity as EntropyLDiversity
from diversa.models.recursive_cl_diversity import RecursiveClDiversity as RecursiveClDiversity
from diversa.models.pd_recursive_cl_diversity import PdRecursiveClDiversity as PdRecursiveClDiversity
from diversa.models.npd_recursive_cl_diversity import NpdRecursiveClDiversity as NpdRecursiveClDiversity
from diversa.models.alpha_k_anonymity import AlphaKAnonymity as AlphaKAnonymity
from diversa.models.t_closeness import TCloseness as TCloseness
from diversa.models.nt_closeness import NtCloseness as NtCloseness
from diversa.models.beta_likeness import BetaLikeness as BetaLikeness
from diversa.models.delta_disclosure import DeltaDisclosure as DeltaDisclosure
from diversa.models.epsilon_m_anonymity import EpsilonMAnonymity as EpsilonMAnonymity
from diversa.models.window_diversity import WindowDiversity as WindowDiversity
from diversa.models.delta_l_diversity import DeltaLDiversity as DeltaLDiversity
from diversa.models.multi_level_l_diversity import MultiLevelLDiversity as MultiLevelLDiversity
from diversa.models.ke_anonymity import KeAnonymity as KeAnonymity
from diversa.models.variance_control import VarianceControl as VarianceControl
from diversa.models.le_diversity import LeDiversity as LeDiversity
from diversa.models.subtree_frequency_diversity import SubtreeFrequencyDiversity as SubtreeFrequencyDiversity
from diversa.models.delta_presence import DeltaPresence as DeltaPresence
from diversa.models.k_map import KMap as KMap
from diversa.models.label_safety import LabelSafety as LabelSafety
from diversa.models.row_share import RowShare as RowShare
from diversa.models.row_frequency import RowFrequency as RowFrequency
from diversa.models.belief_change import BeliefChange as BeliefChange
from diversa.models.rho_breach import RhoBreach as RhoBreach
from diversa.models.bayes_positive_disclosure import BayesPositiveDisclosure as BayesPositiveDisclosure
from diversa.models.bayes_negative_disclosure import BayesNegativeDisclosure as BayesNegativeDisclosure
from diversa.models.ck_safety import CkSafety as CkSafety
from diversa.models.skyline_privacy import SkylinePrivacy as SkylinePrivacy
from diversa.models.m_uniqueness import MUniqueness as MUniqueness
from diversa.models.m_invariance import MInvariance as MInvariance
