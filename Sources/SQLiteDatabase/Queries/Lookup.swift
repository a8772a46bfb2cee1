public import TypedSQL

/// How a connection looks up rows of a table by their key: through one statement that it keeps.
///
/// It is one of a type under the name that the type's table has: a program may give it another.
@usableFromInline
final class Lookup {
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let tableName: String
  @usableFromInline let schemaName: String?
  /// `nil` where keys do not fit into one placeholder.
  @usableFromInline let statement: PreparedStatement?

  init<T: Table>(_ table: T.Type, statement: PreparedStatement?) {
    type = ObjectIdentifier(table)
    tableName = table.tableName
    schemaName = table.schemaName
    self.statement = statement
  }

  /// Whether it looks up rows of the table of a type, as the table is called now.
  @inlinable
  func isFor<T: Table>(_ table: T.Type) -> Bool {
    type == ObjectIdentifier(table) && tableName == table.tableName
      && schemaName == table.schemaName
  }
}

extension Database {
  /// The statement that looks up a row of a table by its key; `nil` where it cannot be kept.
  @inlinable
  func lookup<T: PrimaryKeyedTable>(_ table: T.Type) throws -> PreparedStatement? {
    if let lastLookup, lastLookup.isFor(table) { return lastLookup.available }
    return try findLookup(table).available
  }

  @usableFromInline @inline(never)
  func findLookup<T: PrimaryKeyedTable>(_ table: T.Type) throws -> Lookup {
    let type = ObjectIdentifier(table)
    if let known = lookups[type], known.isFor(table) {
      lastLookup = known
      return known
    }
    var statement: PreparedStatement?
    if T.PrimaryKey.self is any QueryBindable.Type {
      let query = T.unscoped.query(ofKey: "\(QueryBinding.parameter(1))")
      statement = try makeStatement(sql: query.render(for: .library).sql)
    }
    let lookup = Lookup(table, statement: statement)
    lookups[type] = lookup
    lastLookup = lookup
    return lookup
  }
}

extension Database {
  /// The statement of a query's first row with its values bound; `nil` where there is nothing to run.
  ///
  /// A query that only seeks a key is run through a kept statement, without its SQL.
  @inlinable
  func statement<S: SelectStatement>(bindingOneOf query: S) throws -> PreparedStatement? {
    if let key = query._soughtKey, let statement = try seekingStatement(query) {
      try statement.bind(key, at: 1)
      return statement
    }
    return try statement(binding: query._queryOfOne)
  }

  @inlinable
  func seekingStatement<S: SelectStatement>(_ query: S) throws -> PreparedStatement? {
    if let lastSeek, lastSeek.isFor(S.From.self) { return lastSeek.available }
    return try seek(S.From.self) { query._queryOfOne }.available
  }

  @usableFromInline @inline(never)
  func seek<T: Table>(_ table: T.Type, _ query: () -> QueryFragment) throws -> Lookup {
    let type = ObjectIdentifier(table)
    if let known = seeks[type], known.isFor(table) {
      lastSeek = known
      return known
    }
    let query = query()
    var statement: PreparedStatement?
    if query.bindings.count == 1 {
      statement = try makeStatement(sql: query.render(for: .library).sql)
    }
    let lookup = Lookup(table, statement: statement)
    seeks[type] = lookup
    lastSeek = lookup
    return lookup
  }
}

extension Lookup {
  /// The statement, unless it is running.
  @inlinable var available: PreparedStatement? {
    guard let statement, !statement.isRunning else { return nil }
    return statement
  }
}
