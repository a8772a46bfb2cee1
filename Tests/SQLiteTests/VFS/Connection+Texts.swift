import SQLite

extension Connection {
  /// Returns the first column of each row of a query as text.
  func texts(_ sql: String) throws -> [String] {
    let statement = try Statement(sql, on: self)
    var texts: [String] = []
    while try statement.step() == .row { texts.append(try statement.decode(String.self, at: 0)) }
    return texts
  }
}

/// The way in which SQLite makes a transaction undoable.
enum JournalMode: String, CaseIterable, CustomStringConvertible {
  case delete, truncate, persist, wal

  var description: String { rawValue }
}
