import DatabaseTypes
import SQLite

extension Connection {
  /// Opens a connection to a new in-memory database.
  static func inMemory(_ sql: String = "") throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute(sql)
    return connection
  }

  /// Returns the rows of a query.
  func rows(_ sql: String, _ arguments: DatabaseValue...) throws -> [[DatabaseValue]] {
    let statement = try Statement(sql, on: self)
    for (index, argument) in arguments.enumerated() {
      try statement.bind(argument, at: index + 1)
    }
    var rows: [[DatabaseValue]] = []
    while try statement.step() == .row {
      rows.append(try (0..<statement.columnCount).map { try statement.value(at: $0) })
    }
    return rows
  }

  /// Returns the first column of a query's first row.
  func value(_ sql: String, _ argument: DatabaseValue? = nil) throws -> DatabaseValue? {
    try (argument.map { try rows(sql, $0) } ?? rows(sql)).first?.first
  }
}

/// Returns the SQLite error that a closure throws, if any.
func failure(_ body: () throws -> Void) -> SQLiteError? {
  do {
    try body()
    return nil
  } catch {
    return error as? SQLiteError
  }
}
