import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase

/// A row that differs between two databases.
enum RowDifference {
  /// Only the first database has it.
  case removed(key: [DatabaseValue], values: [DatabaseValue])
  /// Only the second database has it.
  case inserted(key: [DatabaseValue], values: [DatabaseValue])
  /// Both have it, with other values.
  case updated(key: [DatabaseValue], old: [DatabaseValue], new: [DatabaseValue])
}

/// A merge of the rows of a table in two databases, in the order of their keys.
///
/// One row of each is in memory at a time.
struct RowMerge {
  let table: ComparedTable
  let left: Database
  let right: Database

  /// Calls a closure with each differing row, in the order of the keys, until it returns `false`.
  func forEach(_ body: (RowDifference) throws -> Bool) throws {
    guard table.key != nil else { return }
    try withRows(of: left) { left in
      try withRows(of: right) { right in
        while let difference = try next(&left, &right) {
          if try !body(difference) { return }
        }
      }
    }
  }

  /// Returns whether any row differs.
  func hasDifference() throws -> Bool {
    var isDifferent = false
    try forEach { _ in
      isDifferent = true
      return false
    }
    return isDifferent
  }

  private func next(_ left: inout KeyedRows, _ right: inout KeyedRows) throws -> RowDifference? {
    while true {
      guard let old = left.current else {
        guard let new = right.current else { return nil }
        try right.advance()
        return .inserted(key: new.key, values: new.values)
      }
      guard let new = right.current else {
        try left.advance()
        return .removed(key: old.key, values: old.values)
      }
      let order = Self.compare(old.key, new.key)
      if order <= 0 { try left.advance() }
      if order >= 0 { try right.advance() }
      if order < 0 { return .removed(key: old.key, values: old.values) }
      if order > 0 { return .inserted(key: new.key, values: new.values) }
      if old.values != new.values {
        return .updated(key: old.key, old: old.values, new: new.values)
      }
    }
  }

  private static func compare(_ left: [DatabaseValue], _ right: [DatabaseValue]) -> Int {
    let term = SortTerm(.binary)
    for (left, right) in zip(left, right) {
      let order = term.compare(left, right) { _, _, _ in 0 }
      if order != 0 { return order }
    }
    return 0
  }

  private func withRows(of db: Database, _ body: (inout KeyedRows) throws -> Void) throws {
    let compared = try table.comparedRows(of: db)
    try compared.start()
    defer { compared.finish() }
    var rows = KeyedRows(compared, of: table)
    try rows.advance()
    try body(&rows)
  }
}

/// The rows of one database.
private struct KeyedRows {
  private let rows: ComparedRows
  private let table: ComparedTable
  private(set) var current: (key: [DatabaseValue], values: [DatabaseValue])?
  private var isAtEnd = false

  init(_ rows: ComparedRows, of table: ComparedTable) {
    self.rows = rows
    self.table = table
  }

  mutating func advance() throws {
    guard !isAtEnd, let row = try rows.next() else {
      (current, isAtEnd) = (nil, true)
      return
    }
    current = table.parts(of: row)
  }
}
