import Synchronization

/// The facts about a table that every statement with it needs, computed once.
///
/// State: the facts for each type of columns, guarded by a mutex. They are never removed, since a
/// program has only as many as it has tables.
struct TableFacts: Sendable {
  /// The names of the columns that can be written.
  let writableColumnNames: [String]
  /// The table's name when the facts were computed; the same type may have another name later.
  private let tableName: String

  private init<Columns: TableDefinition>(_ columns: Columns.Type) {
    writableColumnNames = columns.writableColumns.map(\.name)
    tableName = Columns.QueryValue.tableName
  }

  private static let known = Mutex<[ObjectIdentifier: TableFacts]>([:])

  static func of<Columns: TableDefinition>(_ columns: Columns.Type) -> TableFacts {
    let type = ObjectIdentifier(columns)
    if let facts = known.withLock({ $0[type] }), facts.tableName == Columns.QueryValue.tableName {
      return facts
    }
    let facts = TableFacts(columns)
    known.withLock { $0[type] = facts }
    return facts
  }
}
