# SPDX-License-Identifier: Apache-2.0
"""Encodings, against decoders that read bit after bit as the format says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.parquet_encodings import (
    bit_width,
    deltas,
    hybrid,
    merge_runs,
    pack_bits,
)
from examples import examples

RUNS = st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(1, 70)), min_size=1)


class Bytes:
    """Bytes that are read from the beginning."""

    def __init__(self, content):
        self.content, self.place = content, 0

    def take(self, size):
        self.place += size
        return self.content[self.place - size : self.place]

    def varint(self):
        number, shift = 0, 0
        while True:
            (byte,) = self.take(1)
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def zigzag(self):
        folded = self.varint()
        return (folded >> 1) ^ -(folded & 1)

    def packed(self, count, width):
        bits = int.from_bytes(self.take(count * width // 8), "little")
        return [bits >> (place * width) & ((1 << width) - 1) for place in range(count)]


def read_hybrid(content, rows, width):
    source, codes = Bytes(content), []
    while len(codes) < rows:
        head = source.varint()
        if head & 1:
            codes += source.packed(8 * (head >> 1), width)
        else:
            value = int.from_bytes(source.take((width + 7) // 8), "little")
            codes += [value] * (head >> 1)
    assert source.place == len(content)
    return codes[:rows]


def read_deltas(content):
    source = Bytes(content)
    block, parts, count, last = (
        source.varint(),
        source.varint(),
        source.varint(),
        source.zigzag(),
    )
    numbers, size = [last][:count], block // parts
    while len(numbers) < count:
        least, widths = source.zigzag(), source.take(parts)
        for width in widths:
            if len(numbers) < count:
                for change in source.packed(size, width):
                    last += least + change
                    numbers.append(last)
    assert source.place == len(content)
    return numbers[:count]


@examples(60)
@given(runs=RUNS, largest=st.sampled_from([1, 2, 255, 256, 2**15, 2**16, 2**32 - 1]))
def test_codes_come_back(runs, largest):
    codes = np.array([code % (largest + 1) for code, _ in runs])
    counts = np.array([count for _, count in runs])
    width = bit_width(largest)
    content = hybrid(codes, counts, width)
    rows = np.repeat(codes, counts).tolist()
    assert read_hybrid(content, len(rows), width) == rows
    # Neither runs alone nor packed bits alone would have been shorter.
    assert len(content) <= 5 + -(-len(rows) // 8) * width


def test_a_run_of_equal_codes_takes_a_few_bytes():
    codes, counts = merge_runs(np.array([6, 6, 1]), np.array([2**20, 5, 9]))
    content = hybrid(codes, counts, 3)
    assert len(content) == 7
    assert read_hybrid(content, 2**20 + 14, 3) == [6] * (2**20 + 5) + [1] * 9


@examples(60)
@given(
    numbers=st.lists(st.integers(-(2**61), 2**61 - 1), min_size=1, max_size=5)
    | st.lists(st.integers(-300, 300), min_size=1, max_size=400)
)
def test_differences_come_back(numbers):
    assert read_deltas(deltas(np.array(numbers, dtype=np.int64))) == numbers


@pytest.mark.parametrize("size", [1, 2, 32, 33, 34, 128, 129, 130, 160, 161, 162, 500])
def test_the_last_block_ends_with_its_last_part(size):
    numbers = np.random.default_rng(size).integers(0, 1000, size)
    assert read_deltas(deltas(numbers)) == numbers.tolist()


@pytest.mark.parametrize("width", [1, 3, 8, 10, 16, 20, 32, 40, 64])
def test_packed_numbers_come_back(width):
    largest = (1 << min(width, 62)) - 1
    numbers = np.array([0, largest, 1, largest // 3, 5 % (largest + 1)])
    content = pack_bits(numbers, width)
    assert Bytes(content).packed(8, width) == [*numbers.tolist(), 0, 0, 0]
