# SPDX-License-Identifier: Apache-2.0
"""Every model of the registry with parameters at which small tables differ."""

from __future__ import annotations

from diversa.models import audited

SPECS = {
    "k-anonymity": ["k-anonymity:2", "k-anonymity:3"],
    "distinct-l-diversity": ["distinct-l-diversity:2,on=s"],
    "frequency-l-diversity": ["frequency-l-diversity:1.5,on=s"],
    "entropy-l-diversity": [
        "entropy-l-diversity:1.8,on=s",
        "entropy-l-diversity:2,on=s",
    ],
    "recursive-cl-diversity": [
        "recursive-cl-diversity:c=2,l=2,on=s",
        "recursive-cl-diversity:c=3,l=3,on=s",
    ],
    "pd-recursive-cl-diversity": [
        "pd-recursive-cl-diversity:c=1,l=2,disclosable=1,on=s"
    ],
    "npd-recursive-cl-diversity": [
        "npd-recursive-cl-diversity:c1=3,c2=20,l=2,disclosable=1,protected=2,on=s"
    ],
    "alpha-k-anonymity": ["alpha-k-anonymity:alpha=0.7,k=2,on=s"],
    "t-closeness": ["t-closeness:0.3,on=s", "t-closeness:0.2,distance=ordered,on=s"],
    "nt-closeness": ["nt-closeness:n=6,t=0.2,on=s"],
    "beta-likeness": ["beta-likeness:1,on=s"],
    "delta-disclosure": ["delta-disclosure:1,on=s"],
    "epsilon-m-anonymity": ["epsilon-m-anonymity:epsilon=1,m=1.5,on=s"],
    "window-diversity": ["window-diversity:delta=0.5,l=1.5,on=s"],
    "delta-l-diversity": ["delta-l-diversity:delta=1,l=1.5,on=s"],
    "multi-level-l-diversity": [
        "multi-level-l-diversity:l=2,cuts=3,on=s",
        "multi-level-l-diversity:l=1.5,cuts=1,base=frequency,on=s",
    ],
    "ke-anonymity": ["ke-anonymity:k=2,e=2,on=s"],
    "variance-control": ["variance-control:0.5,on=s"],
    "le-diversity": ["le-diversity:l=2,e=1,reading=value,on=s"],
    "subtree-frequency-diversity": ["subtree-frequency-diversity:l=1.5,e=1,on=s"],
    "ck-safety": ["ck-safety:c=0.8,k=1,on=s", "ck-safety:c=0.6,k=0,on=s"],
    "skyline-privacy": [
        "skyline-privacy:0:0:1:0.8,on=s",
        "skyline-privacy:1:0:0:0.9|0:1:0:0.8,on=s",
    ],
    "m-uniqueness": ["m-uniqueness:2,on=s"],
}
"""Parameters at which random tables sometimes hold and sometimes fail."""


def specs_of(name):
    """The chosen parameters, or those of the audit, or none."""
    at_audit = [one.spec for one in audited(["s"]) if one.name() == name]
    return SPECS.get(name, at_audit)
