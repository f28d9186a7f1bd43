# SPDX-License-Identifier: Apache-2.0
"""A table of a cluster, as a user names it: the address of files, or a catalog's name.

`hdfs://host/folder`, `s3a://bucket/folder` or `file:///folder` name CSV or Parquet
files where the cluster keeps them; `spark:schema.name` names a table of its catalog.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from diversa.errors import SourceError

SCHEMES = (
    *("hdfs", "viewfs", "webhdfs", "file", "s3", "s3a", "s3n", "gs", "abfs", "abfss"),
    *("wasb", "wasbs", "adl", "dbfs", "oss", "obs"),
)
"""The schemes of addresses of files that a cluster reads."""

CATALOG = "spark:"
"""The prefix of the name of a table of a catalog."""


@dataclass(frozen=True)
class ClusterTable:
    """Files of a cluster, or a table of its catalog.

    Example:
        >>> ClusterTable("s3a://key:word@clinic/people/").name
        's3a://clinic/people'
        >>> ClusterTable("spark:clinic.people").table
        'clinic.people'
    """

    address: str
    """The address, as it was given."""

    def __post_init__(self) -> None:
        if not is_cluster_address(self.address) or self.address == CATALOG:
            raise SourceError(
                "table: must be the address of files (hdfs://host/folder) or a table of"
                f" a catalog ({CATALOG}schema.name), got something else"
            )

    def __str__(self) -> str:
        return self.name

    @property
    def table(self) -> str | None:
        """The name of a table of the catalog; None where files are meant."""
        if not self.address.startswith(CATALOG):
            return None
        return self.address.removeprefix(CATALOG)

    @property
    def is_text(self) -> bool:
        """True if its name says delimited text.

        >>> ClusterTable("s3a://n/people.csv.gz").is_text
        True
        >>> ClusterTable("hdfs://n/people").is_text
        False
        """
        path = self.address.rstrip("/").lower().removesuffix(".gz")
        return self.table is None and path.endswith((".csv", ".tsv", ".txt", ".tab"))

    @property
    def name(self) -> str:
        """Its name in messages, without secrets."""
        if self.table is not None:
            return self.address
        parts = urlsplit(self.address)
        host = parts.netloc.rpartition("@")[2]
        # Containers of Azure stand before the @, and are no secret.
        kept = parts.netloc if parts.scheme.startswith(("abfs", "wasb")) else host
        return f"{parts.scheme}://{kept}{parts.path.rstrip('/')}"


def is_cluster_address(source: object) -> bool:
    """True if a text is the address of something that a cluster has.

    >>> is_cluster_address("hdfs://n/people"), is_cluster_address("spark:people")
    (True, True)
    >>> is_cluster_address("people.csv"), is_cluster_address("postgresql:///clinic")
    (False, False)
    """
    if not isinstance(source, str):
        return False
    scheme, mark, _ = source.partition("://")
    if mark:  # spark://host is a master, and no table
        return scheme.lower() in SCHEMES
    return source.startswith(CATALOG)
