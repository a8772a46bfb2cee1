/// One column of a table, or several that make up one value.
public protocol _TableColumnExpression<Root, Value>: _Operand, Sendable
where QueryValue == Value {
  /// The table's row type.
  associatedtype Root: Table
  /// What the column's values are decoded as.
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

  /// The column of an alias of the table.
  func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Value>
}

/// One column of a table that statements can write.
public protocol WritableTableColumnExpression<Root, Value>: TableColumnExpression {
  /// The column of an alias of the table.
  func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any WritableTableColumnExpression<TableAlias<Root, Name>, Value>
}

extension TableColumnExpression {
  /// The names of the columns.
  public var _names: [String] { [name] }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] { [self] }

  /// The column after its table: `"reminders"."title"`.
  public var queryFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(column: name, of: Root.self)
    return fragment
  }

  /// The SQL where it is selected or returned.
  public var _selectionFragment: QueryFragment { Value._selection(of: queryFragment) }
}

/// A column of a table.
public struct TableColumn<Root: Table, Value: QueryBindable>: WritableTableColumnExpression {
  /// The type that the value is decoded as.
  public typealias QueryValue = Value

  /// The name.
  public let name: String

  /// Makes a column.
  ///
  /// - Parameter keyPath: Tells the type; it is not called.
  @inlinable
  public init(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) {
    self.name = name
  }

  /// Makes a column.
  @inlinable
  public init(_ name: String) { self.name = name }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] { [self] }

  /// Appends the column after its table.
  public func _append(to fragment: inout QueryFragment) {
    fragment.append(column: name, of: Root.self)
  }

  /// The column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Value> {
    TableColumn<TableAlias<Root, Name>, Value>(name)
  }

  /// The column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any WritableTableColumnExpression<TableAlias<Root, Name>, Value> {
    TableColumn<TableAlias<Root, Name>, Value>(name)
  }
}

/// A column that the database computes, of any type.
public protocol _GeneratedColumnExpression: TableColumnExpression {
  /// Whether it is computed when its row is written, and not each time it is read.
  var _isStored: Bool { get }
}

/// A column that the database computes.
public struct GeneratedColumn<Root: Table, Value: QueryBindable>: _GeneratedColumnExpression {
  /// The type that the value is decoded as.
  public typealias QueryValue = Value

  /// The name.
  public let name: String

  /// Whether it is computed when its row is written, and not each time it is read.
  public let _isStored: Bool

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - keyPath: Tells the type; it is not called.
  ///   - isStored: Whether it is computed when its row is written, and not each time it is read.
  @inlinable
  public init(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil,
    isStored: Bool = false
  ) {
    self.init(name, isStored: isStored)
  }

  /// Makes a column.
  @inlinable
  public init(_ name: String, isStored: Bool = false) {
    self.name = name
    _isStored = isStored
  }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] { [] }

  /// Appends the column after its table.
  public func _append(to fragment: inout QueryFragment) {
    fragment.append(column: name, of: Root.self)
  }

  /// The column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Value> {
    GeneratedColumn<TableAlias<Root, Name>, Value>(name)
  }
}

/// When the database computes a generated column.
public enum GeneratedColumnStorage: Sendable {
  /// When it is read.
  case virtual
  /// When its row is written.
  case stored
}

/// Makes the column or columns of a property by the property's type.
public enum _TableColumn<Root: Table, Value: QueryRepresentable> {
  /// A column.
  @inlinable
  public static func `for`(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) -> TableColumn<Root, Value> where Value: QueryBindable { TableColumn(name) }

  /// A column whose type the key path does not tell.
  @inlinable
  public static func `for`(_ name: String) -> TableColumn<Root, Value> where Value: QueryBindable {
    TableColumn(name)
  }

  /// The columns of a table under another name, as `@Column(as: TableAlias<Reminder, Other>.self)` asks for.
  @inlinable
  @_disfavoredOverload
  public static func `for`(_ name: String) -> ColumnGroup<Root, Value> where Value: Table {
    ColumnGroup(name)
  }

  /// The columns of a table under another name, where there may be no row.
  @inlinable
  public static func `for`<Wrapped: Table>(
    _ name: String
  ) -> OptionalColumnGroup<Root, Wrapped> where Value == Wrapped? { OptionalColumnGroup(name) }

  /// A group of columns; an optional one is a group of the other kind, though it is a table too.
  @inlinable
  @_disfavoredOverload
  public static func `for`(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) -> ColumnGroup<Root, Value> where Value: Table { ColumnGroup(name) }

  /// An optional group of columns.
  @inlinable
  public static func `for`<Wrapped: Table>(
    _ name: String,
    keyPath: @autoclosure () -> KeyPath<Root, Value.QueryOutput>,
    default: @autoclosure () -> Value.QueryOutput? = nil
  ) -> OptionalColumnGroup<Root, Wrapped> where Value == Wrapped? { OptionalColumnGroup(name) }
}
