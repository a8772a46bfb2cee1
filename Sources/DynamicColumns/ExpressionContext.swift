public import TypedSQL

/// What a name stands for while an expression is written as SQL.
///
/// It is a value that lives as long as one statement is written.
public struct _ExpressionContext {
  /// The name by which columns refer to their table; without one they stand alone.
  public var table: String?
  /// The table's own name, where columns of typed queries refer to it.
  package var tableName: String?
  /// How the table's record stores dates, UUIDs and data.
  package var encoding: any _ValueEncoding
  /// The tables of a joined request, by their aliases.
  package var aliases: [ObjectIdentifier: (table: String, encoding: any _ValueEncoding)] = [:]
  /// The names in the schema of the tables that aliases stand for.
  package var aliasedTables: [ObjectIdentifier: String] = [:]
  /// The names of the tables that the statement has, in lower case.
  package var tables: Set<String> = []
  /// The connection on which the statement runs; what needs its schema throws without one.
  package var database: AnyObject?
  /// Whether the statement only tells a request from others: then what needs a schema is written as words for it.
  package var isSymbolic = false
  /// Whether the database is another one than SQLite.
  package var isElsewhere = false
  /// The table among those that the statement joins.
  package var node: AnyObject?
  /// Whether the expression is one of a group's rows together, and not of each row.
  package var isOfGroup = false

  /// Makes a context in which columns stand alone, or after a table's name.
  public init(table: String? = nil) { self.init(table: table, encoding: _PlainEncoding()) }

  /// Makes a context for a statement of its own.
  package init(database: AnyObject) {
    self.init(table: nil, encoding: _PlainEncoding(), database: database)
  }

  package init(
    table: String?,
    tableName: String? = nil,
    encoding: any _ValueEncoding,
    database: AnyObject? = nil
  ) {
    self.table = table
    self.tableName = tableName
    self.encoding = encoding
    self.database = database
  }
}

/// How a record stores those values that can be stored in several ways.
public protocol _ValueEncoding: Sendable {
  /// The value to bind where a value stands beside a column, or by itself.
  func binding(of value: _DynamicValue, column: String?) -> QueryBinding

  /// The value as it is stored in a column by a database other than SQLite.
  func binding(of value: _DynamicValue, column: String, elsewhere database: AnyObject) throws
    -> QueryBinding
}

extension _ExpressionContext {
  /// The value to bind where a value stands beside a column.
  func binding(of value: _DynamicValue, beside column: Column) throws -> QueryBinding {
    let encoding = column.encoding(in: self)
    guard isElsewhere, let database else { return encoding.binding(of: value, column: column.name) }
    return try encoding.binding(of: value, column: column.name, elsewhere: database)
  }
}

extension _ValueEncoding {
  /// The value as it is stored on SQLite.
  public func binding(of value: _DynamicValue, column: String, elsewhere database: AnyObject) throws
    -> QueryBinding
  { binding(of: value, column: column) }
}

/// Values as they are stored without a record.
package struct _PlainEncoding: _ValueEncoding {
  package init() {}

  package func binding(of value: _DynamicValue, column: String?) -> QueryBinding {
    value.plainBinding
  }
}
