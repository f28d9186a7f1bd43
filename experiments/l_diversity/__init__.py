# SPDX-License-Identifier: Apache-2.0
"""A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-Diversity, 2006."""
