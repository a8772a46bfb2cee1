import DatabaseQueries
public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

// What is done with the rows of a table that has no record.

// `Table` is the name of a protocol of typed queries. These read as the type that people know from requests.

/// A table by its name, whose rows are fetched as ``Row``.
///
/// ```swift
/// let players = Table("player")
/// let rows = try players.filter(Column("score") > 10).order(Column("name")).fetchAll(db)
/// try players.filter(Column("score") == 0).deleteAll(db)
/// ```
///
/// - Parameter name: The name of the table.
public func Table(_ name: String) -> NamedTable<Row> { NamedTable(name) }

/// A table by its name, whose rows are fetched as a type: `Table("player", of: Player.self)`.
///
/// - Parameters:
///   - name: The name of the table.
///   - type: What rows are decoded as; not needed where it is told already, as in `let players: NamedTable<Player>`.
public func Table<RowDecoder>(
  _ name: String,
  of type: RowDecoder.Type = RowDecoder.self
) -> NamedTable<RowDecoder> { NamedTable(name) }

extension NamedTable {
  /// All rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] { try all().fetchAll(db) }

  /// The first row; `nil` where there is none.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchOne(_ db: Database) throws -> RowDecoder? { try all().fetchOne(db) }

  /// All rows, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try all().fetchCursor(db)
  }

  /// All rows, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> where RowDecoder: Hashable {
    try all().fetchSet(db)
  }

  /// How many rows there are.
  ///
  /// - Throws: ``DatabaseError``.
  public func fetchCount(_ db: Database) throws -> Int { try all().fetchCount(db) }

  /// Whether there is no row.
  ///
  /// - Throws: ``DatabaseError``.
  public func isEmpty(_ db: Database) throws -> Bool { try all().isEmpty(db) }

  /// Whether there is a row with a primary key.
  ///
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  public func exists(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try !filter(key: key).isEmpty(db)
  }

  /// Whether there is a row with a unique key, by its columns.
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
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public func deleteAll(_ db: Database) throws -> Int { try all().deleteAll(db) }

  /// Deletes the rows with primary keys.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func deleteAll(
    _ db: Database,
    keys: some Sequence<some DatabaseValueConvertible>
  ) throws -> Int { try filter(keys: keys).deleteAll(db) }

  /// Deletes the row with a primary key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func deleteOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try filter(key: key).deleteAll(db) > 0
  }

  /// Deletes the row with a unique key, by its columns.
  ///
  /// - Returns: Whether there was one.
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
  ///   - resolution: What to do where a row breaks a constraint.
  ///   - assignments: The columns and their values.
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }

  /// Updates all rows.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }
}

extension NamedTable where RowDecoder: TableRecord {
  /// The rows where a condition holds: `players.filter { $0.score > 10 }`.
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

  /// Gives the table an alias, by which columns are told from those of others.
  public func aliased(_ alias: RecordAlias<RowDecoder>) -> QueryInterfaceRequest<RowDecoder> {
    all().aliased(alias)
  }
}
