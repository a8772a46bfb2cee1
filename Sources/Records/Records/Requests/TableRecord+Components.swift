public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

// The same methods for all rows of a record's table.

extension TableRecord {
  /// Returns the rows for which a condition holds: `Item.filter { $0.quantity > 3 }`.
  public static func filter<Predicate: SQLExpressible>(
    _ predicate: (DatabaseComponents) throws -> Predicate
  ) rethrows -> QueryInterfaceRequest<Self> { try all().filter(predicate) }

  /// Selects columns and expressions.
  public static func select(
    _ selection: (DatabaseComponents) throws -> [any SQLSelectable]
  ) rethrows -> QueryInterfaceRequest<Self> { try all().select(selection) }

  /// Selects a column or an expression.
  public static func select<Selection: SQLSelectable>(
    _ selection: (DatabaseComponents) throws -> Selection
  ) rethrows -> QueryInterfaceRequest<Self> { try all().select(selection) }

  /// Selects columns and expressions, decoded as a type.
  public static func select<Other>(
    _ selection: (DatabaseComponents) throws -> [any SQLSelectable],
    as type: Other.Type
  ) rethrows -> QueryInterfaceRequest<Other> { try all().select(selection, as: type) }

  /// Selects a column or an expression, decoded as a type.
  public static func select<Selection: SQLSelectable, Other>(
    _ selection: (DatabaseComponents) throws -> Selection,
    as type: Other.Type
  ) rethrows -> QueryInterfaceRequest<Other> { try all().select(selection, as: type) }

  /// Selects columns and expressions in addition to the record's own.
  public static func annotated(
    with selection: (DatabaseComponents) throws -> [any SQLSelectable]
  ) rethrows -> QueryInterfaceRequest<Self> { try all().annotated(with: selection) }

  /// Selects a column or an expression in addition to the record's own.
  public static func annotated<Selection: SQLSelectable>(
    with selection: (DatabaseComponents) throws -> Selection
  ) rethrows -> QueryInterfaceRequest<Self> { try all().annotated(with: selection) }

  /// Groups the rows by expressions.
  public static func group(
    _ expressions: (DatabaseComponents) throws -> [any SQLExpressible]
  ) rethrows -> QueryInterfaceRequest<Self> { try all().group(expressions) }

  /// Groups the rows by an expression.
  public static func group<Expression: SQLExpressible>(
    _ expression: (DatabaseComponents) throws -> Expression
  ) rethrows -> QueryInterfaceRequest<Self> { try all().group(expression) }

  /// Orders by terms.
  public static func order(
    _ terms: (DatabaseComponents) throws -> [any SQLOrderingTerm]
  ) rethrows -> QueryInterfaceRequest<Self> { try all().order(terms) }

  /// Orders by a term.
  public static func order<Term: SQLOrderingTerm>(
    _ term: (DatabaseComponents) throws -> Term
  ) rethrows -> QueryInterfaceRequest<Self> { try all().order(term) }

  /// Updates all rows: `Item.updateAll(db) { [$0.quantity += 1] }`.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: An error of the closure, or ``DatabaseError``.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: (DatabaseComponents) throws -> [ColumnAssignment]
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }

  /// Updates a column of all rows: `Item.updateAll(db) { $0.quantity.set(to: 0) }`.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: An error of the closure; ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignment: (DatabaseComponents) throws -> ColumnAssignment
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignment) }

  /// Updates all rows.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }

  /// Returns the number of columns in the record's default selection.
  ///
  /// - Throws: ``DatabaseError`` if there is no such table.
  public static func numberOfSelectedColumns(_ db: Database) throws -> Int {
    try all().selectedColumnCount(db)
  }
}
