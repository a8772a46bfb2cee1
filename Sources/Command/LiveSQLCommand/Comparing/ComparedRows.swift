import DatabaseTypes
import SQLiteDatabase

/// The rows of a table in one database, read by one statement, or by several together: a statement
/// returns at most 2,000 columns, which leaves no room for the row number beside 2,000 of a table.
///
/// All statements read in one snapshot, in the same order.
struct ComparedRows {
  private let statements: [PreparedStatement]

  init(_ queries: [String], _ db: Database) throws {
    statements = try queries.map { try db.makeStatement(sql: $0) }
  }

  /// Starts reading.
  func start() throws { for statement in statements { try statement.start() } }

  /// Returns the values of the next row, one statement's after the other's; `nil` at the end.
  func next() throws -> [DatabaseValue]? {
    var values: [DatabaseValue] = []
    for statement in statements {
      guard try statement.step() else { return nil }
      let row = try CurrentRow(statement).storedValues()
      values = values.isEmpty ? row : values + row
    }
    return values
  }

  /// Ends reading, even in the middle.
  func finish() { for statement in statements { try? statement.finish() } }
}
