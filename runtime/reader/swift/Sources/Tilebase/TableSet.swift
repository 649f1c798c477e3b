// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

import CTilebaseReader

/// What is wrong, and what was expected and found.
public struct TilebaseError: Error {
    public enum Code: Int32 {
        case board = 2, unsolvable, boardSize, buffer, subproblem
        case format = 9, version, damaged
    }

    public let code: Code
    public let message: String

    init(_ code: Int32, _ message: String) {
        self.code = Code(rawValue: code) ?? .damaged
        self.message = message
    }
}

/// The next action: L, R, U or D; nil if the board is solved. The stage brings the tiles of `goal` home,
/// leaves `fixed` alone, and needs `remaining` more actions. In a set of tiles, bit t-1 is tile t.
public struct Hint {
    public let action: Character?
    public let stage: Int
    public let goal: UInt64
    public let fixed: UInt64
    public let remaining: Int
}

/// Solves sliding-tile puzzles from a raw image that `tilebase export` makes.
///
///     let set = try TableSet(image: Data(contentsOf: url))
///     let actions = try set.solve(board)  // "LURD...": the directions in which tiles slide
///
/// A board is its tiles row by row, 0 for the blank. A set never changes, so any number of threads may
/// use it.
public final class TableSet {
    private let bytes: UnsafeMutableRawBufferPointer
    private var reader = tilebase_reader()

    /// Copies the image, and checks every byte.
    public init<Bytes: Collection>(image: Bytes) throws where Bytes.Element == UInt8 {
        bytes = .allocate(byteCount: image.count, alignment: 16)
        bytes.copyBytes(from: image)
        var message = [CChar](repeating: 0, count: 320)
        let code = tilebase_reader_open(&reader, bytes.baseAddress, bytes.count, &message, message.count)
        if code != 0 { throw TilebaseError(code, String(cString: message)) }
    }

    deinit { bytes.deallocate() }

    public var width: Int { withReader { Int(tilebase_reader_width($0)) } }
    public var height: Int { withReader { Int(tilebase_reader_height($0)) } }
    /// No board needs more actions.
    public var worstCase: Int { withReader { Int(tilebase_reader_worst_case($0)) } }

    /// Returns the letters of the actions that solve a board.
    public func solve(_ board: [UInt8]) throws -> String {
        var actions = [CChar](repeating: 0, count: worstCase + 1)
        try check(withReader { tilebase_reader_solve($0, board, board.count, &actions, actions.count, nil) })
        return String(cString: actions)
    }

    /// Returns the next action for any board. A player who takes every hint is home within `worstCase`
    /// actions. Nothing has to be kept between two boards.
    public func hint(_ board: [UInt8]) throws -> Hint {
        var hint = tilebase_reader_probe_result()
        try check(withReader { tilebase_reader_hint($0, board, board.count, &hint) })
        let action = hint.action == 0 ? nil : Character(UnicodeScalar(UInt8(bitPattern: hint.action)))
        return Hint(action: action, stage: Int(hint.stage), goal: hint.goal, fixed: hint.fixed,
                    remaining: Int(hint.remaining))
    }

    private func withReader<Result>(_ body: (UnsafePointer<tilebase_reader>) -> Result) -> Result {
        withUnsafePointer(to: reader, body)
    }

    private func check(_ code: Int32) throws {
        switch code {
        case 0: return
        case 2: throw TilebaseError(code, "expected each of 0 to \(width * height - 1) once")
        case 3: throw TilebaseError(code, "no moves solve this board: swap two of its tiles")
        case 4: throw TilebaseError(code, "expected a board of \(width * height) cells")
        default: throw TilebaseError(code, "the tables lead nowhere from this board")
        }
    }
}
