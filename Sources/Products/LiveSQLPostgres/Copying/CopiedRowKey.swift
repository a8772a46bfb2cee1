import DatabaseTypes

/// The key of a row of a file, for messages that say which row to change.
struct CopiedRowKey: Sendable {
  /// The names and the positions of the key's columns.
  private let columns: [(name: String, position: Int)]

  /// Creates a description of a key from a table's columns.
  init(_ primaryKey: [String], in columns: [String]) {
    let found = primaryKey.compactMap { name in
      columns.firstIndex { isSameIdentifier($0, name) }.map { (name: name, position: $0) }
    }
    self.columns = found.count == primaryKey.count ? found : []
  }

  /// Returns words for a row.
  ///
  /// - Parameter number: The row's number, from 1, for a table without a key.
  func text(of values: [DatabaseValue], number: Int) -> CopyMessage {
    guard !columns.isEmpty else { return "row \(number) of the table" }
    let parts = columns.map { "\($0.name) = \(values[$0.position].sqlLiteral)" }
    return "the row with \(parts.joined(separator: " and "))"
  }
}
