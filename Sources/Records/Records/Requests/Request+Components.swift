public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

// The methods of requests with closures that get the columns of the record: see
// `TableRecord.databaseComponents`.

extension FilteredRequest where RowDecoder: TableRecord {
  /// Keeps the rows for which a condition holds: `filter { $0.quantity > 3 }`.
  public func filter<Predicate: SQLExpressible>(
    _ predicate: (RowDecoder.DatabaseComponents) throws -> Predicate
  ) rethrows -> Self { filter(try predicate(RowDecoder.databaseComponents)) }
}

extension SelectionRequest where RowDecoder: TableRecord {
  /// Selects columns and expressions, replacing earlier ones: `select { [$0.name, $0.quantity] }`.
  public func select(
    _ selection: (RowDecoder.DatabaseComponents) throws -> [any SQLSelectable]
  ) rethrows -> Self { select(try selection(RowDecoder.databaseComponents)) }

  /// Selects a column or an expression, replacing earlier ones: `select { $0.name }`.
  public func select<Selection: SQLSelectable>(
    _ selection: (RowDecoder.DatabaseComponents) throws -> Selection
  ) rethrows -> Self { select([try selection(RowDecoder.databaseComponents)]) }

  /// Selects columns and expressions in addition to earlier ones.
  public func annotated(
    with selection: (RowDecoder.DatabaseComponents) throws -> [any SQLSelectable]
  ) rethrows -> Self { annotated(with: try selection(RowDecoder.databaseComponents)) }

  /// Selects a column or an expression in addition to earlier ones.
  public func annotated<Selection: SQLSelectable>(
    with selection: (RowDecoder.DatabaseComponents) throws -> Selection
  ) rethrows -> Self { annotated(with: [try selection(RowDecoder.databaseComponents)]) }
}

extension AggregatingRequest where RowDecoder: TableRecord {
  /// Groups the rows by expressions: `group { [$0.name, $0.quantity] }`.
  public func group(
    _ expressions: (RowDecoder.DatabaseComponents) throws -> [any SQLExpressible]
  ) rethrows -> Self { group(try expressions(RowDecoder.databaseComponents)) }

  /// Groups the rows by an expression: `group { $0.name }`.
  public func group<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> Self { group([try expression(RowDecoder.databaseComponents)]) }

  /// Keeps the groups for which a condition holds: `having { max($0.quantity) > 3 }`.
  public func having<Predicate: SQLExpressible>(
    _ predicate: (RowDecoder.DatabaseComponents) throws -> Predicate
  ) rethrows -> Self { having(try predicate(RowDecoder.databaseComponents)) }
}

extension OrderedRequest where RowDecoder: TableRecord {
  /// Orders by terms, replacing an earlier order: `order { [$0.quantity.desc, $0.name] }`.
  public func order(
    _ terms: (RowDecoder.DatabaseComponents) throws -> [any SQLOrderingTerm]
  ) rethrows -> Self { order(try terms(RowDecoder.databaseComponents)) }

  /// Orders by a term, replacing an earlier order: `order { $0.name.desc }`.
  public func order<Term: SQLOrderingTerm>(
    _ term: (RowDecoder.DatabaseComponents) throws -> Term
  ) rethrows -> Self { order([try term(RowDecoder.databaseComponents)]) }
}

extension QueryInterfaceRequest where RowDecoder: TableRecord {
  /// Selects columns and expressions, decoded as a type.
  public func select<Other>(
    _ selection: (RowDecoder.DatabaseComponents) throws -> [any SQLSelectable],
    as type: Other.Type
  ) rethrows -> QueryInterfaceRequest<Other> {
    select(try selection(RowDecoder.databaseComponents), as: type)
  }

  /// Selects a column or an expression, decoded as a type.
  public func select<Selection: SQLSelectable, Other>(
    _ selection: (RowDecoder.DatabaseComponents) throws -> Selection,
    as type: Other.Type
  ) rethrows -> QueryInterfaceRequest<Other> {
    select([try selection(RowDecoder.databaseComponents)], as: type)
  }

  /// Updates the rows: `updateAll(db) { [$0.quantity += 1] }`.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: An error of the closure; ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: (RowDecoder.DatabaseComponents) throws -> [ColumnAssignment]
  ) throws -> Int {
    try updateAll(db, onConflict: resolution, try assignments(RowDecoder.databaseComponents))
  }

  /// Updates a column of the rows: `updateAll(db) { $0.quantity.set(to: 0) }`.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: An error of the closure; ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignment: (RowDecoder.DatabaseComponents) throws -> ColumnAssignment
  ) throws -> Int {
    try updateAll(db, onConflict: resolution, [try assignment(RowDecoder.databaseComponents)])
  }
}

extension QueryInterfaceRequest where RowDecoder: TableRecord & FetchableRecord {
  /// Updates the rows, and returns records of them: `updateAndFetchAll(db) { [$0.quantity += 1] }`.
  ///
  /// - Returns: Records of the updated rows.
  /// - Throws: An error of the closure; ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: (RowDecoder.DatabaseComponents) throws -> [ColumnAssignment]
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: resolution, assignments(RowDecoder.databaseComponents))
  }

  /// Updates a column of the rows, and returns records of them.
  ///
  /// ```swift
  /// try request.updateAndFetchAll(db) { $0.quantity += 1 }
  /// ```
  ///
  /// - Returns: Records of the updated rows.
  /// - Throws: An error of the closure; ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignment: (RowDecoder.DatabaseComponents) throws -> ColumnAssignment
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: resolution, [assignment(RowDecoder.databaseComponents)])
  }
}
