# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Damage to images and compact forms, and the repair of what would give it away: hashes and CRC-32."""

import zlib

from xxhash import xxh3_64_intdigest as xxh3


def number(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


def changed(data, at, new):
    """The bytes with `new` in the place of those at `at`."""
    return data[:at] + new + data[at + len(new):]


def changed_number(data, at, value, size):
    return changed(data, at, value.to_bytes(size, "little"))


def parts(image):
    """(begin, end) of each part as the directory says; none where that cannot be."""
    found = [(number(image, at, 8), number(image, at, 8) + number(image, at + 8, 8))
             for at in range(32, 32 + 16 * min(number(image, 24, 4), len(image) // 16), 16)]
    return found if all(begin <= end <= len(image) for begin, end in found) else []


def repaired(data):
    """The bytes with all hashes, or the CRC-32, as the rest asks for. Whatever has no place stays."""
    if data[:3] == b"TBC" and len(data) >= 4:
        return data[:-4] + zlib.crc32(data[:-4]).to_bytes(4, "little")
    data = bytearray(data)

    def seal(begin, end):
        if end - begin >= 8:
            data[end - 8:end] = xxh3(bytes(data[begin:end - 8])).to_bytes(8, "little")

    if number(data, 12, 2) == 2 and len(data) > 128:  # a word set
        index = 64 + number(data, 24, 8)
        begin = index + number(data, 32, 8)
        if 128 <= index <= begin < len(data):
            for i in range((begin - index) // 16):
                block = data[begin + 65536 * i:begin + 65536 * (i + 1)]
                data[index + 16 * i + 8:index + 16 * i + 16] = xxh3(bytes(block)).to_bytes(8, "little")
            data[104:112] = xxh3(bytes(data[begin:])).to_bytes(8, "little")
            seal(64, index)
            seal(index, begin)
        seal(0, 64)
        return bytes(data)
    places = parts(data)
    if places:
        seal(*places[0])
    for t in range(1, len(places) - 3, 4):
        (record, record_end), (index, index_end), policy, reachable = places[t:t + 4]
        content = bytes(data[slice(*policy)] + data[slice(*reachable)])
        begins = [number(data, at, 8) for at in range(index, index_end - 8, 16)]
        for i, (begin, end) in enumerate(zip(begins, begins[1:] + [len(content)])):
            data[index + 16 * i + 8:index + 16 * i + 16] = xxh3(content[begin:end]).to_bytes(8, "little")
        seal(index, index_end)
        if record_end - record >= 80:
            data[record + 40:record + 48] = xxh3(content).to_bytes(8, "little")
        seal(record, record_end)
    end = 40 + 16 * number(data, 24, 4)
    if 40 <= end <= len(data):
        seal(0, end)
    return bytes(data)


def at_random(data, random):
    """The bytes with one to four random changes, repaired in three cases of four."""
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(data)) if data else 0
        kind = random.randrange(8)
        if kind < 3 and data:
            data[at] ^= 1 << random.randrange(8)
        elif kind < 5 and data:
            data[at] = random.choice((0, 1, 2, 127, 128, 255, random.randrange(256)))
        elif kind == 5:
            size = random.choice((2, 4, 8))
            value = random.choice((0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1, len(data), len(data) + 1))
            data[at:at + size] = value.to_bytes(8, "little")[:size]
        elif kind == 6:
            other = random.randrange(len(data) + 1)
            run = data[at:at + random.randrange(1, 33)]
            data[other:other + len(run)] = run
        elif random.randrange(2):
            del data[at:]
        else:
            data += bytes(random.choice((1, 16, 64)))
    return repaired(bytes(data)) if random.randrange(4) else bytes(data)
