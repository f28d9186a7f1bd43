# SPDX-License-Identifier: Apache-2.0
"""The report of a release as one HTML page: no script, no network, prints well."""
