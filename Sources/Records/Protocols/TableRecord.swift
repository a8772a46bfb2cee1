public import DynamicColumns
import TypedSQL

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

  /// What closures of requests get, to name columns by.
  associatedtype DatabaseComponents = _NoComponents

  /// What closures of requests get: a type that has the columns.
  ///
  /// ```swift
  /// struct Item: TableRecord {
  ///   enum Columns { static let name = Column("name") }
  ///   static var databaseComponents: Columns.Type { Columns.self }
  /// }
  /// Item.filter { $0.name == "Milk" }.order { $0.name.desc }
  /// ```
  static var databaseComponents: DatabaseComponents { get }
}

/// What closures get where a record names no columns.
@_documentation(visibility: internal)
public struct _NoComponents: Sendable {}

extension TableRecord where DatabaseComponents == _NoComponents {
  /// Nothing.
  public static var databaseComponents: _NoComponents { _NoComponents() }
}

extension TableRecord {
  /// The name of the type in lower camel case.
  public static var databaseTableName: String { _databaseTableName(of: Self.self) }

  /// All columns.
  public static var databaseSelection: [any SQLSelectable] { [.allColumns] }
}

/// The name of a type as that of a table: `HTTPRequest` gives `httpRequest`, `Item` gives `item`.
func _databaseTableName(of type: Any.Type) -> String {
  let name = "\(type)"
  // Of a generic type the arguments say nothing about the table.
  return String(name.prefix { $0 != "<" }).lowerCamelCased
}
