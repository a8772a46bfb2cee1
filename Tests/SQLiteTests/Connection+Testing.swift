import DatabaseTypes
import SQLite

extension Connection {
  /// A connection to a fresh database in memory.
  static func inMemory(_ sql: String = "") throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute(sql)
    return connection
  }

  /// The rows of a query.
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

  /// The first column of a query's first row.
  func value(_ sql: String, _ argument: DatabaseValue? = nil) throws -> DatabaseValue? {
    try (argument.map { try rows(sql, $0) } ?? rows(sql)).first?.first
  }
}

/// The error of SQLite that a closure throws, if it throws one.
func failure(_ body: () throws -> Void) -> SQLiteError? {
  do {
    try body()
    return nil
  } catch {
    return error as? SQLiteError
  }
}
