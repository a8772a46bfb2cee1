public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

/// A column while its table is defined.
///
/// ```swift
/// t.column("name", .text).notNull().collate(.nocase)
/// // "name" TEXT NOT NULL COLLATE NOCASE
/// t.column("quantity", .integer).notNull().defaults(to: 1).check(sql: "quantity > 0")
/// // "quantity" INTEGER NOT NULL CHECK (quantity > 0) DEFAULT 1
/// ```
public final class ColumnBuilder {
  /// Where the values of a generated column are kept.
  public enum GeneratedStorage: String, Sendable, Hashable {
    /// Nowhere: they are computed when they are read.
    case virtual = "VIRTUAL"
    /// In the row: they are computed when it is written.
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
  /// Makes it the primary key: `PRIMARY KEY`.
  ///
  /// - Parameters:
  ///   - onConflict: What happens where a row with the key exists.
  ///   - autoincrement: Whether numbers of deleted rows are never given again.
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

  /// Refuses two rows with the same value: `UNIQUE`.
  ///
  /// - Parameter onConflict: What happens instead.
  @discardableResult
  public func unique(onConflict: ConflictResolution? = nil) -> Self {
    constraints.unique = ColumnConstraints.Presence(onConflict: onConflict)
    return self
  }

  /// Makes an index of the column: `CREATE INDEX "index_item_on_name" ON "item"("name")`.
  @discardableResult
  public func indexed() -> Self {
    constraints.isIndexed = true
    return self
  }

  /// Refers to a row of a table: `REFERENCES "author"("id") ON DELETE CASCADE`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - column: Its column; unless given, its primary key, for which it has to exist.
  ///   - onDelete: What a deletion of the row does.
  ///   - onUpdate: What another key of the row does.
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
  /// Refuses NULL: `NOT NULL`.
  ///
  /// - Parameter onConflict: What happens instead.
  @discardableResult
  public func notNull(onConflict: ConflictResolution? = nil) -> Self {
    constraints.notNull = ColumnConstraints.Presence(onConflict: onConflict)
    return self
  }

  /// Refuses rows for which a condition is false: `CHECK ("quantity" > 0)`.
  ///
  /// - Parameter condition: The condition. Columns stand in it without their table.
  @discardableResult
  public func check(_ condition: some QueryExpression) -> Self {
    constraints.checks.append(condition.queryFragment.withoutTables)
    return self
  }

  /// Refuses rows for which a condition is false: `t.column("quantity", .integer).check { $0 > 0 }`.
  ///
  /// - Parameter condition: Makes the condition of the column.
  @discardableResult
  public func check(_ condition: (Column) -> some SQLExpressible) -> Self {
    constraints.checks.append(condition(Column(name)).definition)
    return self
  }

  /// Refuses rows for which a condition is false.
  ///
  /// - Parameter sql: The condition, as SQL.
  @discardableResult
  public func check(sql: String) -> Self {
    constraints.checks.append(QueryFragment(sql))
    return self
  }

  /// Sets the value of rows that are inserted without one: `DEFAULT 'new'`.
  ///
  /// - Parameter value: The value, which becomes part of the definition.
  @discardableResult
  public func defaults(to value: some QueryBindable) -> Self {
    constraints.defaultValue = DefaultValue.fragment(of: value.queryBinding)
    return self
  }

  /// Sets the value of rows that are inserted without one, as the database stores it.
  ///
  /// - Parameter value: The value, which becomes part of the definition.
  @_disfavoredOverload
  @discardableResult
  public func defaults(to value: some DatabaseValueConvertible) -> Self {
    constraints.defaultValue = DefaultValue.fragment(of: QueryBinding(converting: value))
    return self
  }

  /// Sets the value of rows that are inserted without one: `DEFAULT CURRENT_TIMESTAMP`.
  ///
  /// - Parameter sql: The value, as SQL. Parentheses around an expression are added where they lack.
  @discardableResult
  public func defaults(sql: String) -> Self {
    constraints.defaultValue = DefaultValue.fragment(ofSQL: sql)
    return self
  }

  /// Sets how the column's texts are compared and ordered: `COLLATE NOCASE`.
  @discardableResult
  public func collate(_ collation: Collation) -> Self {
    constraints.collation = collation.rawValue
    return self
  }

  /// Sets how the column's texts are compared and ordered: by a collation of the application's.
  ///
  /// Each connection that opens the file has to have it.
  @discardableResult
  @_disfavoredOverload  // A name that both types have is the other's.
  public func collate(_ collation: DatabaseCollation) -> Self {
    constraints.collation = collation.name
    return self
  }

  /// Computes the values from other columns: `GENERATED ALWAYS AS (length("name")) VIRTUAL`.
  ///
  /// - Parameters:
  ///   - sql: What computes them, as SQL.
  ///   - storage: Whether they are kept.
  @discardableResult
  public func generatedAs(sql: String, _ storage: GeneratedStorage = .virtual) -> Self {
    constraints.generation = .init(expression: QueryFragment(sql), storage: storage)
    return self
  }

  /// Computes the values from other columns: `GENERATED ALWAYS AS (length("name")) VIRTUAL`.
  ///
  /// - Parameters:
  ///   - expression: What computes them. Columns stand in it without their table.
  ///   - storage: Whether they are kept.
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

  /// Computes the values from other columns: `t.column("total").generatedAs(Column("price") * Column("quantity"))`.
  ///
  /// - Parameters:
  ///   - expression: What computes them.
  ///   - storage: Whether they are kept.
  @discardableResult
  public func generatedAs(
    _ expression: some SQLExpressible,
    _ storage: GeneratedStorage = .virtual
  ) -> Self {
    constraints.generation = .init(expression: expression.definition, storage: storage)
    return self
  }
}
