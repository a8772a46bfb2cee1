import DatabaseTypes
import DynamicColumns
import SQLiteDatabase

/// Where a request is written: on a connection, and perhaps within another statement.
@_documentation(visibility: internal)
public struct _RequestContext {
  /// The connection; without one, what needs the schema throws ``NeedsDatabase``.
  let database: Database?
  /// The place of a subquery.
  let outer: _ExpressionContext?

  init(_ database: Database?) {
    self.database = database
    outer = nil
  }

  init(within context: _ExpressionContext) {
    database = context.database as? Database
    outer = context
  }
}

extension _ExpressionContext {
  /// The schema of the connection.
  var schema: RequestSchema {
    get throws { try RequestSchema(database as? Database) }
  }
}

/// What requests ask of a schema.
struct RequestSchema {
  private let db: Database

  init(_ database: Database?) throws {
    guard let database else { throw NeedsDatabase() }
    db = database
  }

  /// The columns of a table's primary key, or the name of its row number.
  func primaryKey(of table: String) throws -> [String] {
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

  /// What tells rows apart in the quickest way: the row number where there is one.
  func fastKey(of table: String) throws -> [String] {
    let key = try db.primaryKey(table)
    if key.hasRowID, let name = key.rowIDColumn { return [name] }
    if key.hasRowID, let name = rowIDName(besides: try db.columns(in: table).map(\.name)) {
      return [name]
    }
    return try primaryKey(of: table)
  }

  /// The columns that `SELECT *` gives.
  func columns(of table: String) throws -> [String] {
    try db.columns(in: table).filter { !$0.isHidden }.map(\.name)
  }

  func foreignKeys(from table: String, to other: String) throws -> [ForeignKeyInfo] {
    try db.foreignKeys(on: table)
      .filter { isSameIdentifier($0.destinationTable, other) }
  }
}
