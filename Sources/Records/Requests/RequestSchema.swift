import DatabaseQueries
import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// Where a request is written: on a connection, and perhaps within another statement.
@_documentation(visibility: internal)
public struct _RequestContext {
  /// The connection; without one, what needs the schema throws ``NeedsDatabase`` or is written symbolically.
  let database: Database?
  /// The place of a subquery.
  let outer: _ExpressionContext?
  /// Whether what needs the schema is written as words for it.
  let isSymbolic: Bool

  init(_ database: Database) {
    self.database = database
    outer = nil
    isSymbolic = false
  }

  init(within context: _ExpressionContext) {
    database = context.database as? Database
    outer = context
    isSymbolic = context.isSymbolic
  }

  private init() {
    database = nil
    outer = nil
    isSymbolic = true
  }

  /// Where a request is written that is only to be told from others, on whatever connection.
  static var symbolic: _RequestContext { _RequestContext() }

  /// What names stand for before any table has one.
  var expressionContext: _ExpressionContext {
    var context = outer ?? _ExpressionContext()
    context.database = database
    context.isSymbolic = isSymbolic
    return context
  }
}

extension _ExpressionContext {
  /// The schema of the connection.
  var schema: RequestSchema {
    get throws { try RequestSchema(database as? Database, isSymbolic: isSymbolic) }
  }
}

/// What requests ask of a schema.
///
/// One that is symbolic answers with words that stand for what a schema would tell.
struct RequestSchema {
  private let db: Database?

  init(_ database: Database?, isSymbolic: Bool = false) throws {
    if database == nil, !isSymbolic { throw NeedsDatabase() }
    db = database
  }

  /// Whether there is no schema.
  var isSymbolic: Bool { db == nil }

  /// The columns of a table's primary key, or the name of its row number.
  func primaryKey(of table: String) throws -> [String] {
    guard let db else { return ["⟨primary key⟩"] }
    let columns = try db.primaryKey(table).columns
    if columns.isEmpty { throw RequestError.noPrimaryKey(table: table) }
    return columns
  }

  /// The only column of a table's primary key, or the name of its row number.
  func singleKey(of table: String) throws -> String {
    let columns = try primaryKey(of: table)
    guard columns.count == 1 else { throw RequestError.severalKeyColumns(columns, table: table) }
    return columns[0]
  }

  /// Fails where columns are no unique key of a table.
  func checkKey(_ columns: [String], of table: String) throws {
    guard let db else { return }
    let name = try db.tableName(table, in: nil)
    guard !columns.isEmpty, try db.table(name, hasUniqueKey: columns) else {
      throw RecordError.noUniqueKey(columns, databaseTableName: table)
    }
  }

  /// What tells rows apart in the quickest way: the row number where there is one.
  func fastKey(of table: String) throws -> [String] {
    guard let db else { return ["⟨fast key⟩"] }
    let key = try db.primaryKey(table)
    if key.hasRowID, let name = key.rowIDColumn { return [name] }
    if key.hasRowID, let name = rowIDName(besides: try db.columns(in: table).map(\.name)) {
      return [name]
    }
    return try primaryKey(of: table)
  }

  /// The columns that `SELECT *` gives.
  func columns(of table: String) throws -> [String] {
    guard let db else { return ["⟨columns⟩"] }
    return try db.columns(in: table).filter { !$0.isHidden }.map(\.name)
  }

  /// The columns of what a statement selects.
  func columns(of query: QueryFragment) throws -> [String] {
    guard let db else { return ["⟨columns⟩"] }
    return try db.statement(binding: query)?.columnNames ?? []
  }

  func foreignKeys(from table: String, to other: String) throws -> [ForeignKeyInfo] {
    guard let db else { return [] }
    return try db.foreignKeys(on: table)
      .filter { isSameIdentifier($0.destinationTable, other) }
  }
}
