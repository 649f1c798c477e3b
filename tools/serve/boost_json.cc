// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Those parts of Boost.JSON that are no templates.

#include <boost/json/src.hpp>
