// swift-tools-version:5.5
// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Tilebase",
    products: [.library(name: "Tilebase", targets: ["Tilebase"])],
    targets: [
        // The drop-in reader: tilebase_reader.cc, and include/tilebase_reader.h. README.md says where from.
        .target(name: "CTilebaseReader"),
        .target(name: "Tilebase", dependencies: ["CTilebaseReader"]),
    ],
    cxxLanguageStandard: .cxx17
)
