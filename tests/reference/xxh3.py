# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The hash of docs/format.md in plain Python: XXH3, 64 bits, seed 0."""

MASK = 2**64 - 1
# XXH3's constants: the default secret and the primes of XXH64 and XXH32.
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                      0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
Q1, Q2, Q3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D


def u32(data, at):
    return int.from_bytes(data[at:at + 4], "little")


def u64(data, at):
    return int.from_bytes(data[at:at + 8], "little")


def fold(a, b):
    product = a * b
    return product & MASK ^ product >> 64


def avalanche(h):
    h = (h ^ h >> 37) * 0x165667919E3779F9 & MASK
    return h ^ h >> 32


def xxh3(data):
    """XXH3-64 with seed 0, of at least one byte."""
    n = len(data)
    if n <= 3:
        word = data[0] << 16 | data[n >> 1] << 24 | data[-1] | n << 8
        h = word ^ u32(SECRET, 0) ^ u32(SECRET, 4)
        h = (h ^ h >> 33) * P2 & MASK
        h = (h ^ h >> 29) * P3 & MASK
        return h ^ h >> 32
    if n <= 8:
        h = u32(data, n - 4) + (u32(data, 0) << 32) ^ u64(SECRET, 8) ^ u64(SECRET, 16)
        h ^= ((h << 49 | h >> 15) ^ (h << 24 | h >> 40)) & MASK
        h = h * 0x9FB21C651E98DF25 & MASK
        h = (h ^ (h >> 35) + n) * 0x9FB21C651E98DF25 & MASK
        return h ^ h >> 28
    if n <= 16:
        low = u64(SECRET, 24) ^ u64(SECRET, 32) ^ u64(data, 0)
        high = u64(SECRET, 40) ^ u64(SECRET, 48) ^ u64(data, n - 8)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(n + swapped + high + fold(low, high) & MASK)

    def mix(at, secret):
        return fold(u64(data, at) ^ u64(SECRET, secret), u64(data, at + 8) ^ u64(SECRET, secret + 8))

    if n <= 128:
        h = n * P1
        for i in range((n - 1) // 32 + 1):
            h += mix(16 * i, 32 * i) + mix(n - 16 * (i + 1), 32 * i + 16)
        return avalanche(h & MASK)
    if n <= 240:
        h = avalanche(n * P1 + sum(mix(16 * i, 16 * i) for i in range(8)) & MASK)
        h += sum(mix(16 * i, 16 * (i - 8) + 3) for i in range(8, n // 16))
        return avalanche(h + mix(n - 16, 136 - 17) & MASK)
    lanes = [Q3, P1, P2, P3, P4, Q2, P5, Q1]

    def stripe(at, secret):
        for i in range(8):
            value = u64(data, at + 8 * i)
            key = value ^ u64(SECRET, secret + 8 * i)
            lanes[i ^ 1] = lanes[i ^ 1] + value & MASK
            lanes[i] = lanes[i] + (key & 0xFFFFFFFF) * (key >> 32) & MASK

    for i in range((n - 1) // 64):
        stripe(64 * i, 8 * (i % 16))
        if i % 16 == 15:  # the end of a block of 1,024 bytes
            for lane in range(8):
                h = lanes[lane]
                lanes[lane] = (h ^ h >> 47 ^ u64(SECRET, 128 + 8 * lane)) * Q1 & MASK
    stripe(n - 64, 192 - 64 - 7)
    h = n * P1 + sum(fold(lanes[2 * i] ^ u64(SECRET, 11 + 16 * i),
                          lanes[2 * i + 1] ^ u64(SECRET, 19 + 16 * i)) for i in range(4))
    return avalanche(h & MASK)
