public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

// Rows are looked up by key through statements that are kept under the current name of the type's
// table, since a program may change that name.

extension StatementKey {
  /// Creates the key of a statement on the table of a type, with the table's current name.
  @usableFromInline
  init<T: Table>(_ purpose: Purpose, _ table: T.Type) {
    self.init(
      purpose,
      ObjectIdentifier(table),
      name: table.tableName,
      schemaName: table.schemaName
    )
  }

  /// Whether the key is that of the table of a type, with the table's current name.
  @inlinable
  func isFor<T: Table>(_ table: T.Type) -> Bool {
    object == ObjectIdentifier(table) && isNamed(table.tableName, table.schemaName)
  }
}

extension Database {
  /// Returns the statement that looks up a row by its key; `nil` if it cannot be kept.
  @inlinable
  func lookup<T: PrimaryKeyedTable>(_ table: T.Type) throws -> PreparedStatement? {
    try statementCache.recent(.lookup) { $0.isFor(table) } ?? findLookup(table)
  }

  @usableFromInline @inline(never)
  func findLookup<T: PrimaryKeyedTable>(_ table: T.Type) throws -> PreparedStatement? {
    // Keys of other types do not fit into one placeholder.
    guard T.PrimaryKey.self is any QueryBindable.Type else { return nil }
    let key = StatementKey(.lookup, table)
    if statementCache.contains(key) { return statementCache.statement(for: key) }
    let query = T.unscoped.query(ofKey: "\(QueryBinding.parameter(1))")
    let statement = try makeStatement(sql: query.render(for: .library).sql)
    statementCache.insert(statement, for: key)
    return statement
  }

  /// Returns the statement of a query's first row with its values bound; `nil` if the query is
  /// empty.
  ///
  /// A query that only looks up a key runs through a kept statement, without rendering its SQL.
  @inlinable
  func statement<From: Table>(bindingFirstOf query: Where<From>) throws -> PreparedStatement? {
    guard let key = query._lookupKey else { return try statement(binding: query._queryOfFirst) }
    if let statement = statementCache.recent(.keyLookup, where: { $0.isFor(From.self) }) {
      try statement.bind(key, at: 1)
      return statement
    }
    return try keyLookupStatement(From.self, key) { query._queryOfFirst }
  }

  @usableFromInline @inline(never)
  func keyLookupStatement<T: Table>(
    _ table: T.Type,
    _ lookedUp: QueryBinding,
    _ query: () -> QueryFragment
  ) throws -> PreparedStatement? {
    let key = StatementKey(.keyLookup, table)
    if let statement = statementCache.statement(for: key) {
      try statement.bind(lookedUp, at: 1)
      return statement
    }
    let query = query()
    guard query.bindings.count == 1, !statementCache.contains(key) else {
      return try statement(binding: query)
    }
    let statement = try makeStatement(sql: query.render(for: .library).sql)
    statementCache.insert(statement, for: key)
    try statement.bind(lookedUp, at: 1)
    return statement
  }
}
