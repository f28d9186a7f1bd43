# SPDX-License-Identifier: Apache-2.0
"""H. Wang, J. Han, J. Wang, L. Wang, (l,e)-Diversity."""
