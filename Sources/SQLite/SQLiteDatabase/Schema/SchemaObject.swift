public import DatabaseTypes

/// An object created by a `CREATE` statement: a table, an index, a view or a trigger.
///
/// https://www.sqlite.org/schematab.html
public struct SchemaObject: Sendable, Hashable {
  /// The kind of an object.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A table, possibly a virtual one.
    case table
    /// An index.
    case index
    /// A view.
    case view
    /// A trigger.
    case trigger
  }

  /// The kind of the object.
  public let kind: Kind
  /// The object's name, with its schema.
  public let name: TableName
  /// The table or view of an index or a trigger; otherwise the object's own name.
  public let table: String
  /// The `CREATE` statement; `nil` for an index that a constraint created.
  public let sql: String?

  /// Whether the object is internal to SQLite.
  public var isInternal: Bool { isInternalName(name.name) }
}

/// A table or a view.
public struct TableInfo: Sendable, Hashable {
  /// The kind of a table.
  public enum Kind: String, Sendable, Hashable {
    /// An ordinary table.
    case table
    /// A view.
    case view
    /// A virtual table. https://www.sqlite.org/vtab.html
    case virtual
    /// A table that stores data of a virtual table.
    case shadow
  }

  /// The table's name, with its schema.
  public let name: TableName
  /// The kind of the table.
  public let kind: Kind
  /// Whether the rows have rowids. https://www.sqlite.org/rowidtable.html
  public let hasRowID: Bool
  /// Whether the table enforces the column types. https://www.sqlite.org/stricttables.html
  public let isStrict: Bool

  /// Whether the table is internal to SQLite.
  public var isInternal: Bool { isInternalName(name.name) }
}

/// A trigger.
///
/// https://www.sqlite.org/lang_createtrigger.html
public struct TriggerInfo: Sendable, Hashable {
  /// The trigger's name, with its schema: that of its table, or `temp`.
  public let name: TableName
  /// The table or view whose changes fire the trigger.
  public let table: String
  /// The `CREATE` statement.
  public let sql: String
}

/// Returns whether a name is reserved for SQLite's internal use.
package func isInternalName(_ name: String) -> Bool {
  let prefix = String.UnicodeScalarView(name.unicodeScalars.prefix(7))
  return isSameIdentifier(String(prefix), "sqlite_")
}
