import DatabaseTypes
package import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
import SQLiteQueries
package import TypedSQL

/// A connection that says in which database its definitions are made.
package protocol DefiningConnection: DefinitionConnection {
  /// The database in which definitions are made.
  ///
  /// - Throws: An error if the connection only reads.
  var definitionTarget: any DefinitionTarget { get throws }
}

extension DefinitionConnection {
  /// The database in which definitions are made.
  ///
  /// - Throws: An error if the connection only reads, or if its database has no definitions.
  public var _definitions: _Definitions {
    get throws {
      // A definition takes much longer than a cast.
      switch self {
      case let connection as any DefiningConnection:
        return try _Definitions(connection.definitionTarget)
      case let target as any DefinitionTarget: return _Definitions(target)
      default: throw DefinitionError.noDefinitions(type(of: self))
      }
    }
  }
}

/// The database in which definitions are made.
public struct _Definitions {
  package let target: any DefinitionTarget

  package init(_ target: any DefinitionTarget) { self.target = target }
}

/// A database as definitions need it: its dialect, its schema, and a way of running statements.
package protocol DefinitionTarget {
  /// The dialect in which definitions are written.
  var dialect: Dialect { get }

  /// The context in which the `SELECT` of a view is written.
  var context: _ExpressionContext { get }

  /// Returns the name of a schema as the database spells it; `nil` if there is no such schema.
  func schema(named name: String) throws -> String?

  /// Returns an existing table to which columns are added, and whether it is strict.
  func tableToAlter(_ table: DefinedName) throws -> (name: DefinedName, isStrict: Bool)

  /// Returns the declared primary key of a table; `nil` if there is no such table.
  func keyColumns(of table: DefinedName) throws -> [KeyColumn]?

  /// Returns the indexes of a table that `CREATE INDEX` has made.
  func createdIndexes(on table: DefinedName) throws -> [CreatedIndex]

  /// Runs a definition statement, with its values as literals.
  func run(_ statement: QueryFragment) throws

  /// Runs several definition statements: all of them, or none.
  func runAsOne(_ body: () throws -> Void) throws
}

/// An index that `CREATE INDEX` has made.
package struct CreatedIndex {
  package let name: String
  /// The columns, in order; `nil` for an expression.
  package let columns: [String?]

  package init(name: String, columns: [String?]) {
    self.name = name
    self.columns = columns
  }
}

extension DefinitionTarget {
  var isPostgres: Bool { dialect == .postgres }

  /// Returns whether two names mean the same: in SQLite also if their case differs.
  func isSame(_ name: String, _ other: String) -> Bool {
    isPostgres ? name == other : isSameIdentifier(name, other)
  }
}

// MARK: - SQLite

extension Database: DefiningConnection {
  /// The database in which definitions are made.
  package var definitionTarget: any DefinitionTarget { SQLiteDefinitions(db: self) }

  /// Runs a definition statement, with values as literals since SQLite accepts no parameters in it.
  func define(_ statement: QueryFragment) throws {
    let literal = try statement.definitionWithLiterals
    if !literal.bindings.isEmpty { throw DefinitionError.noLiteral }
    try SQLQueryExpression<()>(literal).execute(self)
  }

  /// Runs several definition statements: all of them, or none.
  func inDefinition(_ body: () throws -> Void) throws {
    try inSavepoint {
      try body()
      return .commit
    }
  }
}

/// SQLite as a database in which definitions are made.
struct SQLiteDefinitions: DefinitionTarget {
  let db: Database

  var dialect: Dialect { .sqlite }

  var context: _ExpressionContext { _ExpressionContext(database: db) }

  func schema(named name: String) throws -> String? {
    // SQLite lists `temp` only once it has a table.
    try (["main", "temp"] + db.schemas()).first { isSameIdentifier($0, name) }
  }

  func tableToAlter(_ table: DefinedName) throws -> (name: DefinedName, isStrict: Bool) {
    let name = try db.tableName(table.name, in: table.schema)
    let info = try db.tables(in: name.schema).first { isSameIdentifier($0.name.name, name.name) }
    return (DefinedName(schema: name.schema, name: name.name), info?.isStrict == true)
  }

  func keyColumns(of table: DefinedName) throws -> [KeyColumn]? {
    try db.keyColumns(of: TableName(schema: table.schema ?? "main", table.name))
  }

  func createdIndexes(on table: DefinedName) throws -> [CreatedIndex] {
    try db.indexes(on: table.name, in: table.schema).filter { $0.origin == .createIndex }
      .map { CreatedIndex(name: $0.name, columns: $0.columns) }
  }

  func run(_ statement: QueryFragment) throws { try db.define(statement) }

  func runAsOne(_ body: () throws -> Void) throws { try db.inDefinition(body) }
}
