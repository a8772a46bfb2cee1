public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

/// A column in the definition of a table.
///
/// ```swift
/// t.column("name", .text).notNull().collate(.nocase)
/// // "name" TEXT NOT NULL COLLATE NOCASE
/// t.column("quantity", .integer).notNull().defaults(to: 1).check(sql: "quantity > 0")
/// // "quantity" INTEGER NOT NULL CHECK (quantity > 0) DEFAULT 1
/// ```
public final class ColumnBuilder {
  /// The place where the values of a generated column are stored.
  public enum GeneratedStorage: String, Sendable, Hashable {
    /// Nowhere: the values are computed when they are read.
    case virtual = "VIRTUAL"
    /// In the row: the values are computed when the row is written.
    case stored = "STORED"
  }

  let name: String
  let type: ColumnType?
  var constraints = ColumnConstraints()

  init(name: String, type: ColumnType?) {
    self.name = name
    self.type = type
  }
}

// MARK: - Keys

extension ColumnBuilder {
  /// Makes the column the primary key: `PRIMARY KEY`.
  ///
  /// - Parameters:
  ///   - onConflict: The conflict resolution if a row with the key exists.
  ///   - autoincrement: Whether the numbers of deleted rows are never reused.
  @discardableResult
  public func primaryKey(
    onConflict: ConflictResolution? = nil,
    autoincrement: Bool = false
  ) -> Self {
    constraints.primaryKey = ColumnConstraints.PrimaryKey(
      onConflict: onConflict,
      autoincrement: autoincrement
    )
    return self
  }

  /// Rejects two rows with the same value: `UNIQUE`.
  ///
  /// - Parameter onConflict: The conflict resolution if a row has the value.
  @discardableResult
  public func unique(onConflict: ConflictResolution? = nil) -> Self {
    constraints.unique = ColumnConstraints.Presence(onConflict: onConflict)
    return self
  }

  /// Creates an index on the column: `CREATE INDEX "index_item_on_name" ON "item"("name")`.
  @discardableResult
  public func indexed() -> Self {
    constraints.isIndexed = true
    return self
  }

  /// Makes the column a foreign key: `REFERENCES "author"("id") ON DELETE CASCADE`.
  ///
  /// - Parameters:
  ///   - table: The referenced table.
  ///   - column: The referenced column. Without one it is the primary key, so the table must exist.
  ///   - onDelete: The action when the referenced row is deleted.
  ///   - onUpdate: The action when the key of the referenced row changes.
  ///   - deferred: Whether the row may be missing until the transaction ends.
  @discardableResult
  public func references(
    _ table: String,
    column: String? = nil,
    onDelete: ForeignKeyInfo.Action? = nil,
    onUpdate: ForeignKeyInfo.Action? = nil,
    deferred: Bool = false
  ) -> Self {
    constraints.references.append(
      TableReference(
        table: table,
        columns: column.map { [$0] },
        onDelete: onDelete,
        onUpdate: onUpdate,
        isDeferred: deferred
      )
    )
    return self
  }
}

// MARK: - Values

extension ColumnBuilder {
  /// Rejects NULL: `NOT NULL`.
  ///
  /// - Parameter onConflict: The conflict resolution if the value is NULL.
  @discardableResult
  public func notNull(onConflict: ConflictResolution? = nil) -> Self {
    constraints.notNull = ColumnConstraints.Presence(onConflict: onConflict)
    return self
  }

  /// Rejects rows for which a condition is false: `CHECK ("quantity" > 0)`.
  ///
  /// - Parameter condition: The condition. Its columns are written without their table.
  @discardableResult
  public func check(_ condition: some QueryExpression) -> Self {
    constraints.checks.append(condition.queryFragment.withoutTables)
    return self
  }

  /// Rejects rows for which a condition on the column is false.
  ///
  /// ```swift
  /// t.column("quantity", .integer).check { $0 > 0 }
  /// ```
  ///
  /// - Parameter condition: Returns the condition, given the column.
  @discardableResult
  public func check(_ condition: (Column) -> some SQLExpressible) -> Self {
    constraints.checks.append(condition(Column(name)).definition)
    return self
  }

  /// Rejects rows for which a condition, written as SQL, is false.
  ///
  /// - Parameter sql: The condition, as SQL.
  @discardableResult
  public func check(sql: String) -> Self {
    constraints.checks.append(QueryFragment(sql))
    return self
  }

  /// Sets the default of the column: `DEFAULT 'new'`.
  ///
  /// - Parameter value: The value, which becomes part of the definition.
  @discardableResult
  public func defaults(to value: some QueryBindable) -> Self {
    constraints.defaultValue = DefaultValue.fragment(of: value.queryBinding)
    return self
  }

  /// Sets the default of the column, as the database stores it.
  ///
  /// - Parameter value: The value, which becomes part of the definition.
  @_disfavoredOverload
  @discardableResult
  public func defaults(to value: some DatabaseValueConvertible) -> Self {
    constraints.defaultValue = DefaultValue.fragment(of: QueryBinding(converting: value))
    return self
  }

  /// Sets the default of the column, written as SQL: `DEFAULT CURRENT_TIMESTAMP`.
  ///
  /// - Parameter sql: The value, as SQL. An expression gets parentheses if it has none.
  @discardableResult
  public func defaults(sql: String) -> Self {
    constraints.defaultValue = DefaultValue.fragment(ofSQL: sql)
    return self
  }

  /// Sets the collation that compares and orders the column's text: `COLLATE NOCASE`.
  @discardableResult
  public func collate(_ collation: Collation) -> Self {
    constraints.collation = collation.rawValue
    return self
  }

  /// Sets a collation of the application that compares and orders the column's text.
  ///
  /// Every connection that opens the file must have the collation.
  @discardableResult
  @_disfavoredOverload  // `Collation` wins for names that both types have.
  public func collate(_ collation: DatabaseCollation) -> Self {
    constraints.collation = collation.name
    return self
  }

  /// Computes the values from other columns: `GENERATED ALWAYS AS (length("name")) VIRTUAL`.
  ///
  /// - Parameters:
  ///   - sql: The expression that computes the values, as SQL.
  ///   - storage: Whether the values are stored.
  @discardableResult
  public func generatedAs(sql: String, _ storage: GeneratedStorage = .virtual) -> Self {
    constraints.generation = .init(expression: QueryFragment(sql), storage: storage)
    return self
  }

  /// Computes the values from other columns: `GENERATED ALWAYS AS (length("name")) VIRTUAL`.
  ///
  /// - Parameters:
  ///   - expression: The expression that computes the values. Its columns are written without their
  ///     table.
  ///   - storage: Whether the values are stored.
  @discardableResult
  public func generatedAs(
    _ expression: some QueryExpression,
    _ storage: GeneratedStorage = .virtual
  ) -> Self {
    constraints.generation = .init(
      expression: expression.queryFragment.withoutTables,
      storage: storage
    )
    return self
  }

  /// Computes the values from other columns.
  ///
  /// ```swift
  /// t.column("total").generatedAs(Column("price") * Column("quantity"))
  /// ```
  ///
  /// - Parameters:
  ///   - expression: The expression that computes the values.
  ///   - storage: Whether the values are stored.
  @discardableResult
  public func generatedAs(
    _ expression: some SQLExpressible,
    _ storage: GeneratedStorage = .virtual
  ) -> Self {
    constraints.generation = .init(expression: expression.definition, storage: storage)
    return self
  }
}
