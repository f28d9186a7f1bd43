# SPDX-License-Identifier: Apache-2.0
"""The public names of Diversa beside its models, one line each.

`diversa` reads them from this module without running it (`registry.imports_of`), so
that `import diversa` stays light.
"""

from diversa.attacks.attack import attack as attack
from diversa.attacks.homogeneity import expected_homogeneity as expected_homogeneity
from diversa.attacks.proximity import proximity as proximity
from diversa.attacks.skewness import skewness as skewness
from diversa.audits.audit import audit as audit
from diversa.audits.release_audit import audit_release as audit_release
from diversa.audits.series_audit import m_invariance as m_invariance
from diversa.comparisons.comparison import compare as compare
from diversa.counts.cells import Cells as Cells
from diversa.counts.groups import Groups as Groups
from diversa.counts.population import Population as Population
from diversa.counts.sensitive import Sensitive as Sensitive
from diversa.data.database_table import DatabaseTable as DatabaseTable
from diversa.data.dictionary import Dictionary as Dictionary
from diversa.data.dictionary import Kind as Kind
from diversa.data.examples import hospital as hospital
from diversa.data.examples import inpatients as inpatients
from diversa.data.identifiers import Drop as Drop
from diversa.data.identifiers import KeyedHash as KeyedHash
from diversa.data.identifiers import Mask as Mask
from diversa.data.identifiers import Tokens as Tokens
from diversa.data.missing import MissingPolicy as MissingPolicy
from diversa.data.population_source import PeopleSource as PeopleSource
from diversa.data.read_options import ReadOptions as ReadOptions
from diversa.data.roles import Roles as Roles
from diversa.data.write_options import WriteOptions as WriteOptions
from diversa.engines.duckdb.engine import DuckDBEngine as DuckDBEngine
from diversa.errors import DiversaError as DiversaError
from diversa.errors import HierarchyError as HierarchyError
from diversa.errors import InputError as InputError
from diversa.errors import InternalError as InternalError
from diversa.errors import MissingValueError as MissingValueError
from diversa.errors import ModelError as ModelError
from diversa.errors import NoSolutionError as NoSolutionError
from diversa.errors import PlanError as PlanError
from diversa.errors import RoleError as RoleError
from diversa.errors import SourceError as SourceError
from diversa.errors import TargetError as TargetError
from diversa.hierarchies import Coding as Coding
from diversa.hierarchies import Dates as Dates
from diversa.hierarchies import Functions as Functions
from diversa.hierarchies import Hierarchy as Hierarchy
from diversa.hierarchies import Intervals as Intervals
from diversa.hierarchies import LevelsFile as LevelsFile
from diversa.hierarchies import Lookups as Lookups
from diversa.hierarchies import Masking as Masking
from diversa.hierarchies import Rounding as Rounding
from diversa.hierarchies import Rows as Rows
from diversa.hierarchies import Suppression as Suppression
from diversa.hierarchies import Taxonomy as Taxonomy
from diversa.hierarchies import Tree as Tree
from diversa.later_rows import apply as apply
from diversa.metrics import METRICS as METRICS
from diversa.metrics import OBJECTIVES as OBJECTIVES
from diversa.metrics.metric import Metric as Metric
from diversa.metrics.objective import Objective as Objective
from diversa.metrics.recoded import Recoded as Recoded
from diversa.metrics.utility import utility as utility
from diversa.models import MODELS as MODELS
from diversa.models import Model as Model
from diversa.models import SensitiveModel as SensitiveModel
from diversa.models.ground_distance import LineDistance as LineDistance
from diversa.models.group_numbers import Numbers as Numbers
from diversa.models.named_distances import DISTANCES as DISTANCES
from diversa.models.parameters import Param as Param
from diversa.models.republication import judge_series as judge_series
from diversa.models.republication import series_of as series_of
from diversa.open_table import open_table as open  # noqa: A004, F401
from diversa.open_table import sweep as sweep
from diversa.pipeline import anonymize as anonymize
from diversa.pipeline import lattice as lattice
from diversa.plan.file import plan_to_toml as plan_to_toml
from diversa.plan.file import read_plan as read_plan
from diversa.plan.keywords import make_plan as make_plan
from diversa.plan.plan import Plan as Plan
from diversa.report.report import write_report as write_report
from diversa.risks.table_risk import risk as risk
from diversa.series.republish import republish as republish
from diversa.suggestions.suggestion import suggest as suggest
