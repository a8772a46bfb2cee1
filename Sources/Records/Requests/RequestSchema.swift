import DatabaseQueries
import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// Where a request is written: on a connection, and perhaps within another statement.
@_documentation(visibility: internal)
public struct _RequestContext {
  /// The connection; without one, what needs the schema throws ``NeedsDatabase`` or is written symbolically.
  let source: (any RecordSource)?
  /// The place of a subquery.
  let outer: _ExpressionContext?
  /// Whether what needs the schema is written as words for it.
  let isSymbolic: Bool

  init(_ source: any RecordSource) {
    self.source = source
    outer = nil
    isSymbolic = false
  }

  init(within context: _ExpressionContext) {
    source = context.recordSource
    outer = context
    isSymbolic = context.isSymbolic
  }

  private init() {
    source = nil
    outer = nil
    isSymbolic = true
  }

  /// Where a request is written that is only to be told from others, on whatever connection.
  static var symbolic: _RequestContext { _RequestContext() }

  /// The connection, where it is SQLite's.
  var database: Database? { source as? Database }

  /// Whether the connection is another database's.
  var isElsewhere: Bool { source != nil && database == nil }

  /// What names stand for before any table has one.
  var expressionContext: _ExpressionContext {
    var context = outer ?? _ExpressionContext()
    context.database = source
    context.isSymbolic = isSymbolic
    context.isElsewhere = isElsewhere
    return context
  }
}

extension _ExpressionContext {
  /// The schema of the connection.
  var schema: RequestSchema {
    get throws { try RequestSchema(recordSource, isSymbolic: isSymbolic) }
  }

  /// The connection, as requests see it.
  fileprivate var recordSource: (any RecordSource)? {
    // A cast to a class is faster, and most are of this one.
    if let database = database as? Database { return database }
    return database as? any RecordSource
  }
}

/// What requests ask of a schema.
///
/// One that is symbolic answers with words that stand for what a schema would tell.
struct RequestSchema {
  private let source: (any RecordSource)?

  init(_ source: (any RecordSource)?, isSymbolic: Bool = false) throws {
    if source == nil, !isSymbolic { throw NeedsDatabase() }
    self.source = source
  }

  /// Whether there is no schema.
  var isSymbolic: Bool { source == nil }

  /// The columns of a table's primary key, or the name of its row number.
  func primaryKey(of table: String) throws -> [String] {
    guard let source else { return ["⟨primary key⟩"] }
    let columns = try source.keyColumns(of: table)
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
    guard let source else { return }
    guard !columns.isEmpty, try source.hasUniqueKey(columns, of: table) else {
      throw RecordError.noUniqueKey(columns, databaseTableName: table)
    }
  }

  /// What tells rows apart in the quickest way: the row number where there is one.
  func fastKey(of table: String) throws -> [String] {
    guard let source else { return ["⟨fast key⟩"] }
    let columns = try source.fastKeyColumns(of: table)
    if columns.isEmpty { throw RequestError.noPrimaryKey(table: table) }
    return columns
  }

  /// The columns that `SELECT *` gives.
  func columns(of table: String) throws -> [String] {
    try source?.selectedColumns(of: table) ?? ["⟨columns⟩"]
  }

  /// The columns of what a statement selects.
  func columns(of query: QueryFragment) throws -> [String] {
    try source?.columns(of: query) ?? ["⟨columns⟩"]
  }

  func foreignKeys(from table: String, to other: String) throws -> [ForeignKeyInfo] {
    try source?.foreignKeys(of: table).filter { isSameIdentifier($0.destinationTable, other) } ?? []
  }
}
