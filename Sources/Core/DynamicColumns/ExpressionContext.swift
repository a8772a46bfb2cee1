package import TypedSQL

/// The context in which an expression is written as SQL, which resolves its names.
///
/// It is a value that exists while one statement is written.
public struct _ExpressionContext {
  /// The name by which columns refer to their table; without one, they are not qualified.
  package var table: String?
  /// The table's own name, which columns of typed queries refer to.
  package var tableName: String?
  /// The way in which the table's record stores dates, UUIDs and data.
  package var encoding: any _ValueEncoding
  /// The tables of a joined request, by alias.
  package var aliases: [ObjectIdentifier: (table: String, encoding: any _ValueEncoding)] = [:]
  /// The names in the schema of the tables that aliases stand for.
  package var aliasedTables: [ObjectIdentifier: String] = [:]
  /// The names of the statement's tables, in lower case.
  package var tables: Set<String> = []
  /// The connection on which the statement runs; without one, expressions that need its schema
  /// throw.
  package var database: AnyObject?
  /// Whether the statement is only used to tell requests apart.
  ///
  /// Then expressions that need a schema are written as words that stand for them.
  package var isSymbolic = false
  /// Whether the database is not SQLite.
  package var isOtherDatabase = false
  /// The table among those that the statement joins.
  package var node: AnyObject?
  /// Whether the expression applies to all rows of a group together, and not to each row.
  package var coversGroup = false

  /// Creates a context in which columns are unqualified, or qualified by a table's name.
  package init(table: String? = nil) { self.init(table: table, encoding: _PlainEncoding()) }

  /// Creates a context for a statement of its own.
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

/// The way in which a record stores values that can be stored in several forms.
package protocol _ValueEncoding: Sendable {
  /// Returns the value to bind for a value next to a column, or on its own.
  func binding(of value: _DynamicValue, column: String?) -> QueryBinding

  /// Returns the value as a database other than SQLite stores it in a column.
  func binding(of value: _DynamicValue, column: String, on database: AnyObject) throws
    -> QueryBinding
}

extension _ExpressionContext {
  /// Returns the value to bind for a value on its own.
  func binding(of value: _DynamicValue) -> QueryBinding {
    // Other databases than SQLite have decimal numbers, and convert their text.
    if isOtherDatabase, case .decimal = value {
      let stored = encoding.binding(of: value, column: nil)
      if case .decimal(_, scale: _?) = stored { return stored }
      return value.plainBinding
    }
    return encoding.binding(of: value, column: nil)
  }

  /// Returns the value to bind for a value next to a column.
  func binding(of value: _DynamicValue, nextTo column: Column) throws -> QueryBinding {
    let encoding = column.encoding(in: self)
    guard isOtherDatabase, let database else {
      return encoding.binding(of: value, column: column.name)
    }
    return try encoding.binding(of: value, column: column.name, on: database)
  }
}

extension _ValueEncoding {
  /// Returns the value as SQLite stores it.
  package func binding(of value: _DynamicValue, column: String, on database: AnyObject) throws
    -> QueryBinding
  { binding(of: value, column: column) }
}

/// The form of values that are stored without a record.
package struct _PlainEncoding: _ValueEncoding {
  package init() {}

  package func binding(of value: _DynamicValue, column: String?) -> QueryBinding {
    value.plainBinding
  }
}
