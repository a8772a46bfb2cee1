public import SQLiteDatabase
public import TypedSQL

// Rows are looked up by their key through statements that are kept under the name that the type's table has: a program
// may give it another.

extension StatementKey {
  /// The key of a statement about the table of a type, as the table is called now.
  @usableFromInline
  init<T: Table>(_ purpose: Purpose, _ table: T.Type) {
    self.init(
      purpose,
      ObjectIdentifier(table),
      name: table.tableName,
      schemaName: table.schemaName
    )
  }

  /// Whether it is of the table of a type, as the table is called now.
  @inlinable
  func isFor<T: Table>(_ table: T.Type) -> Bool {
    object == ObjectIdentifier(table) && name == table.tableName && schemaName == table.schemaName
  }
}

extension Database {
  /// The statement that looks up a row of a table by its key; `nil` where it cannot be kept.
  @inlinable
  func lookup<T: PrimaryKeyedTable>(_ table: T.Type) throws -> PreparedStatement? {
    try keptStatements.recent(.lookup) { $0.isFor(table) } ?? findLookup(table)
  }

  @usableFromInline @inline(never)
  func findLookup<T: PrimaryKeyedTable>(_ table: T.Type) throws -> PreparedStatement? {
    // Other keys do not fit into one placeholder.
    guard T.PrimaryKey.self is any QueryBindable.Type else { return nil }
    let key = StatementKey(.lookup, table)
    if keptStatements.contains(key) { return keptStatements.statement(for: key) }
    let query = T.unscoped.query(ofKey: "\(QueryBinding.parameter(1))")
    let statement = try makeStatement(sql: query.render(for: .library).sql)
    keptStatements.insert(statement, for: key)
    return statement
  }

  /// The statement of a query's first row with its values bound; `nil` where there is nothing to run.
  ///
  /// A query that only seeks a key is run through a kept statement, without its SQL.
  @inlinable
  func statement<From: Table>(bindingFirstOf query: Where<From>) throws -> PreparedStatement? {
    guard let key = query._soughtKey else { return try statement(binding: query._queryOfFirst) }
    if let statement = keptStatements.recent(.seek, where: { $0.isFor(From.self) }) {
      try statement.bind(key, at: 1)
      return statement
    }
    return try seekingStatement(From.self, key) { query._queryOfFirst }
  }

  @usableFromInline @inline(never)
  func seekingStatement<T: Table>(
    _ table: T.Type,
    _ sought: QueryBinding,
    _ query: () -> QueryFragment
  ) throws -> PreparedStatement? {
    let key = StatementKey(.seek, table)
    if let statement = keptStatements.statement(for: key) {
      try statement.bind(sought, at: 1)
      return statement
    }
    let query = query()
    guard query.bindings.count == 1, !keptStatements.contains(key) else {
      return try statement(binding: query)
    }
    let statement = try makeStatement(sql: query.render(for: .library).sql)
    keptStatements.insert(statement, for: key)
    try statement.bind(sought, at: 1)
    return statement
  }
}
