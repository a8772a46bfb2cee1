public import DynamicColumns
public import TypedSQL

/// A type whose instances belong to a table.
///
/// ```swift
/// struct Item: TableRecord {}   // its table is "item"
/// ```
public protocol TableRecord: SendableMetatype {
  /// The name of the table; by default that of the type in lower camel case.
  ///
  /// `HTTPRequest` has the table `httpRequest`. A type that is also a `Table` has that table.
  static var databaseTableName: String { get }

  /// The selection of requests; by default all columns.
  ///
  /// ```swift
  /// static var databaseSelection: [any SQLSelectable] { [.allColumns, .rowID] }
  /// ```
  static var databaseSelection: [any SQLSelectable] { get }

  /// The type of ``databaseComponents``; by default the record's properties.
  associatedtype DatabaseComponents = RecordColumns<Self>

  /// The columns that closures of requests can use; by default the record's properties.
  ///
  /// ```swift
  /// Item.filter { $0.name == "Milk" }.order { $0.name.desc }
  /// ```
  ///
  /// If columns have other names than the properties, the record declares them in a separate type,
  /// which may also contain expressions:
  ///
  /// ```swift
  /// struct Item: TableRecord {
  ///   enum Columns { static let name = Column("item_name") }
  ///   static var databaseComponents: Columns.Type { Columns.self }
  /// }
  /// ```
  static var databaseComponents: DatabaseComponents { get }

  /// The type as a `@Table`; `nil` if it is not one.
  @_documentation(visibility: internal)
  static var _table: (any Table.Type)? { get }
}

extension TableRecord where DatabaseComponents == RecordColumns<Self> {
  /// The record's properties.
  public static var databaseComponents: RecordColumns<Self> { RecordColumns() }
}

extension TableRecord {
  /// `nil`, because the type is not a `@Table`.
  @_documentation(visibility: internal)
  public static var _table: (any Table.Type)? { nil }

  /// The name of the type in lower camel case.
  public static var databaseTableName: String { _databaseTableName(of: Self.self) }

  /// All columns.
  public static var databaseSelection: [any SQLSelectable] { [.allColumns] }
}

extension TableRecord where Self: Table {
  /// The type itself.
  @_documentation(visibility: internal)
  public static var _table: (any Table.Type)? { Self.self }
}

/// Returns the table name of a type: `HTTPRequest` gives `httpRequest`, `Item` gives `item`.
func _databaseTableName(of type: Any.Type) -> String {
  let name = "\(type)"
  // The arguments of a generic type are not part of the table name.
  return String(name.prefix { $0 != "<" }).lowerCamelCased
}
