public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import SQLiteQueries
public import TypedSQL

// Reading and writing the rows of a table without a record type.

// `Table` is the name of a protocol of typed queries. These functions read like the type that
// people know from requests.

/// Returns a table by its name, whose rows are fetched as ``Row``.
///
/// ```swift
/// let players = Table("player")
/// let rows = try players.filter(Column("score") > 10).order(Column("name")).fetchAll(db)
/// try players.filter(Column("score") == 0).deleteAll(db)
/// ```
///
/// - Parameter name: The name of the table.
public func Table(_ name: String) -> NamedTable<Row> { NamedTable(name) }

/// Returns a table by its name, whose rows are decoded as a type.
///
/// ```swift
/// let players = Table("player", of: Player.self)
/// ```
///
/// - Parameters:
///   - name: The name of the table.
///   - type: The type that rows are decoded as; it can be omitted if it is inferred, as in
///     `let players: NamedTable<Player>`.
public func Table<RowDecoder>(
  _ name: String,
  of type: RowDecoder.Type = RowDecoder.self
) -> NamedTable<RowDecoder> { NamedTable(name) }

extension NamedTable {
  /// Returns all rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] { try all().fetchAll(db) }

  /// Returns the first row; `nil` if the table is empty.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchOne(_ db: Database) throws -> RowDecoder? { try all().fetchOne(db) }

  /// Returns a cursor over all rows, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try all().fetchCursor(db)
  }

  /// Returns the set of all rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> where RowDecoder: Hashable {
    try all().fetchSet(db)
  }

  /// Returns the number of rows.
  ///
  /// - Throws: ``DatabaseError``.
  public func fetchCount(_ db: Database) throws -> Int { try all().fetchCount(db) }

  /// Returns whether there are no rows.
  ///
  /// - Throws: ``DatabaseError``.
  public func isEmpty(_ db: Database) throws -> Bool { try all().isEmpty(db) }

  /// Returns whether a row with a primary key exists.
  ///
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  public func exists(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try !filter(key: key).isEmpty(db)
  }

  /// Returns whether a row with a unique key, given by its columns, exists.
  ///
  /// - Throws: ``DatabaseError`` or ``RecordError``.
  public func exists(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool { try !filter(key: key).isEmpty(db) }
}

extension NamedTable {
  /// Deletes all rows.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public func deleteAll(_ db: Database) throws -> Int { try all().deleteAll(db) }

  /// Deletes the rows with primary keys.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func deleteAll(
    _ db: Database,
    keys: some Sequence<some DatabaseValueConvertible>
  ) throws -> Int { try filter(keys: keys).deleteAll(db) }

  /// Deletes the row with a primary key.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func deleteOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try filter(key: key).deleteAll(db) > 0
  }

  /// Deletes the row with a unique key, given by its columns.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: ``DatabaseError`` or ``RecordError``.
  @discardableResult
  public func deleteOne(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool { try filter(key: key).deleteAll(db) > 0 }

  /// Updates all rows: `Table("player").updateAll(db, Column("score").set(to: 0))`.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if a row violates a constraint.
  ///   - assignments: The columns and their values.
  /// - Returns: The number of updated rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }

  /// Updates all rows.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }
}

extension NamedTable where RowDecoder: TableRecord {
  /// Keeps the rows for which a condition holds: `players.filter { $0.score > 10 }`.
  public func filter<Predicate: SQLExpressible>(
    _ predicate: (RowDecoder.DatabaseComponents) throws -> Predicate
  ) rethrows -> QueryInterfaceRequest<RowDecoder> { try all().filter(predicate) }

  /// Orders the rows: `players.order { $0.name }`.
  public func order<Term: SQLOrderingTerm>(
    _ term: (RowDecoder.DatabaseComponents) throws -> Term
  ) rethrows -> QueryInterfaceRequest<RowDecoder> { try all().order(term) }

  /// Orders the rows: `players.order { [$0.score.desc, $0.name] }`.
  public func order(
    _ terms: (RowDecoder.DatabaseComponents) throws -> [any SQLOrderingTerm]
  ) rethrows -> QueryInterfaceRequest<RowDecoder> { try all().order(terms) }

  /// Gives the table an alias, which distinguishes its columns from those of others.
  public func aliased(_ alias: RecordAlias<RowDecoder>) -> QueryInterfaceRequest<RowDecoder> {
    all().aliased(alias)
  }
}
