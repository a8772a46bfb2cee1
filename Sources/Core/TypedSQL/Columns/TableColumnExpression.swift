/// One column of a table, or several that make up one value.
public protocol _TableColumnExpression<Root, Value>: _Operand, Sendable
where QueryValue == Value {
  /// The table's row type.
  associatedtype Root: Table
  /// The type that the column's values are decoded as.
  associatedtype Value: QueryRepresentable & QueryExpression

  /// The names of the columns.
  var _names: [String] { get }
  /// The columns.
  var _allTableColumns: [any TableColumnExpression] { get }
  /// The columns that can be written.
  var _writableTableColumns: [any WritableTableColumnExpression] { get }
}

/// One column of a table.
public protocol TableColumnExpression<Root, Value>: _TableColumnExpression
where Value: QueryBindable {
  /// The name.
  var name: String { get }

  /// Returns the column of an alias of the table.
  func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Value>
}

/// One column of a table that statements can write.
public protocol WritableTableColumnExpression<Root, Value>: TableColumnExpression {
  /// Returns the column of an alias of the table.
  func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any WritableTableColumnExpression<TableAlias<Root, Name>, Value>
}

extension TableColumnExpression {
  /// The names of the columns.
  public var _names: [String] { [name] }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] { [self] }

  /// The column, qualified by its table: `"reminders"."title"`.
  public var queryFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(column: name, of: Root.self)
    return fragment
  }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment { selection(of: queryFragment) }

  /// Returns an expression that the column takes its value from, in a `SELECT` or `RETURNING` list.
  func selection(of expression: QueryFragment) -> QueryFragment {
    Value._selection(of: expression)
  }
}

/// A column of a table.
public struct TableColumn<Root: Table, Value: QueryBindable>: WritableTableColumnExpression {
  /// The type that the value is decoded as.
  public typealias QueryValue = Value

  /// The name.
  public let name: String

  /// Creates a column.
  ///
  /// - Parameter keyPath: Determines the type; it is not evaluated.
  @inlinable
  public init(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) {
    self.name = name
  }

  /// Creates a column.
  @inlinable
  public init(_ name: String) { self.name = name }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] { [self] }

  /// Appends the column, qualified by its table.
  public func _append(to fragment: inout QueryFragment) {
    fragment.append(column: name, of: Root.self)
  }

  /// Returns the column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Value> {
    TableColumn<TableAlias<Root, Name>, Value>(name)
  }

  /// Returns the column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any WritableTableColumnExpression<TableAlias<Root, Name>, Value> {
    TableColumn<TableAlias<Root, Name>, Value>(name)
  }
}

/// A column that the database computes, whatever the type of its values.
public protocol _GeneratedColumnExpression: TableColumnExpression {
  /// Whether it is computed when its row is written, rather than each time it is read.
  var _isStored: Bool { get }
}

/// A column that the database computes.
public struct GeneratedColumn<Root: Table, Value: QueryBindable>: _GeneratedColumnExpression {
  /// The type that the value is decoded as.
  public typealias QueryValue = Value

  /// The name.
  public let name: String

  /// Whether it is computed when its row is written, rather than each time it is read.
  public let _isStored: Bool

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - keyPath: Determines the type; it is not evaluated.
  ///   - isStored: Whether it is computed when its row is written, rather than each time it is
  ///     read.
  @inlinable
  public init(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil,
    isStored: Bool = false
  ) {
    self.init(name, isStored: isStored)
  }

  /// Creates a column.
  @inlinable
  public init(_ name: String, isStored: Bool = false) {
    self.name = name
    _isStored = isStored
  }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] { [] }

  /// Appends the column, qualified by its table.
  public func _append(to fragment: inout QueryFragment) {
    fragment.append(column: name, of: Root.self)
  }

  /// Returns the column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Value> {
    GeneratedColumn<TableAlias<Root, Name>, Value>(name)
  }
}

/// The time at which the database computes a generated column.
public enum GeneratedColumnStorage: Sendable {
  /// Each time it is read.
  case virtual
  /// When its row is written.
  case stored
}

/// A factory for the column or columns of a property, chosen by the property's type.
public enum _TableColumn<Root: Table, Value: QueryRepresentable> {
  /// Returns a column.
  @inlinable
  public static func `for`(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) -> TableColumn<Root, Value> where Value: QueryBindable { TableColumn(name) }

  /// Returns a column whose type is not inferred from a key path.
  @inlinable
  public static func `for`(_ name: String) -> TableColumn<Root, Value> where Value: QueryBindable {
    TableColumn(name)
  }

  /// Returns the columns of a table under another name.
  ///
  /// `@Column(as: TableAlias<Reminder, Other>.self)` asks for them.
  @inlinable
  @_disfavoredOverload
  public static func `for`(_ name: String) -> ColumnGroup<Root, Value> where Value: Table {
    ColumnGroup(name)
  }

  /// Returns the columns of a table under another name whose row may be missing.
  @inlinable
  public static func `for`<Wrapped: Table>(
    _ name: String
  ) -> OptionalColumnGroup<Root, Wrapped> where Value == Wrapped? { OptionalColumnGroup(name) }

  /// Returns a group of columns.
  ///
  /// An optional group has an overload of its own, because it is a table as well.
  @inlinable
  @_disfavoredOverload
  public static func `for`(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) -> ColumnGroup<Root, Value> where Value: Table { ColumnGroup(name) }

  /// Returns an optional group of columns.
  @inlinable
  public static func `for`<Wrapped: Table>(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) -> OptionalColumnGroup<Root, Wrapped> where Value == Wrapped? { OptionalColumnGroup(name) }
}
