import Synchronization

/// What is asked for each time that a table stands in a statement, and is worked out once.
///
/// State: the facts of each type of columns, guarded by a mutex. They are never removed: a program has as many as it
/// has tables.
struct TableFacts: Sendable {
  /// The names of the columns that can be written.
  let writableColumnNames: [String]
  /// What a table of one type may have another of at another time.
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
