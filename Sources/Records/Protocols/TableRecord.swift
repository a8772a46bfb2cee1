public import DynamicColumns
public import TypedSQL

/// A type whose instances belong to a table.
///
/// ```swift
/// struct Item: TableRecord {}   // its table is "item"
/// ```
public protocol TableRecord: SendableMetatype {
  /// The name of the table: that of the type in lower camel case, unless written otherwise.
  ///
  /// `HTTPRequest` has the table `httpRequest`. A type that is also a `Table` has that table.
  static var databaseTableName: String { get }

  /// What requests select: all columns, unless written otherwise.
  ///
  /// ```swift
  /// static var databaseSelection: [any SQLSelectable] { [.allColumns, .rowID] }
  /// ```
  static var databaseSelection: [any SQLSelectable] { get }

  /// What closures of requests get, to name columns by: the record's properties, unless written otherwise.
  associatedtype DatabaseComponents = RecordColumns<Self>

  /// What closures of requests get, to name columns by: the record's properties, unless written otherwise.
  ///
  /// ```swift
  /// Item.filter { $0.name == "Milk" }.order { $0.name.desc }
  /// ```
  ///
  /// A record whose columns are called otherwise than its properties names them in a type of its own, which may have
  /// expressions too:
  ///
  /// ```swift
  /// struct Item: TableRecord {
  ///   enum Columns { static let name = Column("item_name") }
  ///   static var databaseComponents: Columns.Type { Columns.self }
  /// }
  /// ```
  static var databaseComponents: DatabaseComponents { get }

  /// The type as a `@Table`; `nil` where it is none.
  @_documentation(visibility: internal)
  static var _table: (any Table.Type)? { get }
}

extension TableRecord where DatabaseComponents == RecordColumns<Self> {
  /// The record's properties.
  public static var databaseComponents: RecordColumns<Self> { RecordColumns() }
}

extension TableRecord {
  /// None.
  @_documentation(visibility: internal)
  public static var _table: (any Table.Type)? { nil }

  /// The name of the type in lower camel case.
  public static var databaseTableName: String { _databaseTableName(of: Self.self) }

  /// All columns.
  public static var databaseSelection: [any SQLSelectable] { [.allColumns] }
}

extension TableRecord where Self: Table {
  /// The type.
  @_documentation(visibility: internal)
  public static var _table: (any Table.Type)? { Self.self }
}

/// The name of a type as that of a table: `HTTPRequest` gives `httpRequest`, `Item` gives `item`.
func _databaseTableName(of type: Any.Type) -> String {
  let name = "\(type)"
  // Of a generic type the arguments say nothing about the table.
  return String(name.prefix { $0 != "<" }).lowerCamelCased
}
