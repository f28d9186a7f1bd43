# SPDX-License-Identifier: Apache-2.0
"""Report pages: made from manifests alone; no script, no network, prints well."""
