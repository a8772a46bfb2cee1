public import DatabaseTypes

/// Something that a `CREATE` statement made: a table, an index, a view or a trigger.
///
/// https://www.sqlite.org/schematab.html
public struct SchemaObject: Sendable, Hashable {
  /// What kind of object it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A table, virtual ones included.
    case table
    /// An index.
    case index
    /// A view.
    case view
    /// A trigger.
    case trigger
  }

  /// What kind of object it is.
  public let kind: Kind
  /// Its name, with its schema.
  public let name: TableName
  /// The table or view to which an index or a trigger belongs; else its own name.
  public let table: String
  /// The statement that makes it; `nil` for an index that a constraint made.
  public let sql: String?

  /// Whether it is SQLite's own.
  public var isInternal: Bool { isInternalName(name.name) }
}

/// A table or a view.
public struct TableInfo: Sendable, Hashable {
  /// What kind of table it is.
  public enum Kind: String, Sendable, Hashable {
    /// A table with rows of its own.
    case table
    /// A view.
    case view
    /// A virtual table. https://www.sqlite.org/vtab.html
    case virtual
    /// A table in which a virtual table keeps its data.
    case shadow
  }

  /// Its name, with its schema.
  public let name: TableName
  /// What kind of table it is.
  public let kind: Kind
  /// Whether its rows have numbers. https://www.sqlite.org/rowidtable.html
  public let hasRowID: Bool
  /// Whether it keeps to the types of its columns. https://www.sqlite.org/stricttables.html
  public let isStrict: Bool

  /// Whether it is SQLite's own.
  public var isInternal: Bool { isInternalName(name.name) }
}

/// A trigger.
///
/// https://www.sqlite.org/lang_createtrigger.html
public struct TriggerInfo: Sendable, Hashable {
  /// Its name, with its schema: that of its table, or `temp`.
  public let name: TableName
  /// The table or view whose changes run it.
  public let table: String
  /// The statement that makes it.
  public let sql: String
}

/// Whether a name is kept for SQLite's own use.
package func isInternalName(_ name: String) -> Bool {
  let prefix = String.UnicodeScalarView(name.unicodeScalars.prefix(7))
  return isSameIdentifier(String(prefix), "sqlite_")
}
