import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// The context that a request is written in: a connection, and perhaps an enclosing statement.
@_documentation(visibility: internal)
public struct _RequestContext {
  /// The connection, if there is one.
  ///
  /// Without a connection, parts that need the schema throw ``NeedsDatabase`` or are written
  /// symbolically.
  let source: (any RecordSource)?
  /// The context of a subquery.
  let outer: _ExpressionContext?
  /// Whether parts that need the schema are written as placeholder words.
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

  /// A context for determining the identity of a request, independent of a connection.
  static var symbolic: _RequestContext { _RequestContext() }

  /// The connection, if it is SQLite's.
  var database: Database? { source as? Database }

  /// Whether the connection is that of another database than SQLite.
  var isOtherDatabase: Bool { source != nil && database == nil }

  /// The context of expressions, before any table has a name.
  var expressionContext: _ExpressionContext {
    var context = outer ?? _ExpressionContext()
    context.database = source
    context.isSymbolic = isSymbolic
    context.isOtherDatabase = isOtherDatabase
    return context
  }
}

extension _ExpressionContext {
  /// The schema of the connection.
  var schema: RequestSchema {
    get throws { try RequestSchema(recordSource, isSymbolic: isSymbolic) }
  }

  /// The connection, in the form that requests use.
  fileprivate var recordSource: (any RecordSource)? {
    // A cast to a class is faster, and most connections are of this class.
    if let database = database as? Database { return database }
    return database as? any RecordSource
  }
}

/// The schema, as far as requests need it.
///
/// A symbolic schema answers with words that stand for the answers of a real one.
struct RequestSchema {
  private let source: (any RecordSource)?

  init(_ source: (any RecordSource)?, isSymbolic: Bool = false) throws {
    if source == nil, !isSymbolic { throw NeedsDatabase() }
    self.source = source
  }

  /// Whether there is no real schema.
  var isSymbolic: Bool { source == nil }

  /// Returns the columns of a table's primary key, or the name of its row number.
  func primaryKey(of table: String) throws -> [String] {
    guard let source else { return ["⟨primary key⟩"] }
    let columns = try source.keyColumns(of: table)
    if columns.isEmpty { throw RequestError.noPrimaryKey(table: table) }
    return columns
  }

  /// Returns the only column of a table's primary key, or the name of its row number.
  func singleKey(of table: String) throws -> String {
    let columns = try primaryKey(of: table)
    guard columns.count == 1 else { throw RequestError.severalKeyColumns(columns, table: table) }
    return columns[0]
  }

  /// Throws if columns are not a unique key of a table.
  func checkKey(_ columns: [String], of table: String) throws {
    guard let source else { return }
    guard !columns.isEmpty, try source.hasUniqueKey(columns, of: table) else {
      throw RecordError.noUniqueKey(columns, databaseTableName: table)
    }
  }

  /// Returns the columns that identify rows most quickly: the row number if there is one.
  func fastKey(of table: String) throws -> [String] {
    guard let source else { return ["⟨fast key⟩"] }
    let columns = try source.fastKeyColumns(of: table)
    if columns.isEmpty { throw RequestError.noPrimaryKey(table: table) }
    return columns
  }

  /// Returns the columns of `SELECT *`.
  func columns(of table: String) throws -> [String] {
    try source?.selectedColumns(of: table) ?? ["⟨columns⟩"]
  }

  /// Returns the columns of a statement's result.
  func columns(of query: QueryFragment) throws -> [String] {
    try source?.columns(of: query) ?? ["⟨columns⟩"]
  }

  func foreignKeys(from table: String, to other: String) throws -> [ForeignKeyInfo] {
    try source?.foreignKeys(of: table).filter { isSameIdentifier($0.destinationTable, other) } ?? []
  }
}
