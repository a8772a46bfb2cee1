import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// The clauses of a request, before it is written as SQL.
@_documentation(visibility: internal)
public struct _RequestClauses: Sendable {
  var table: RequestedTable
  /// The aliases of the table.
  var aliases: [RequestAlias] = []
  /// Whether the request is known to have no rows, so that it is not run.
  var isEmpty = false
  var isDistinct = false
  /// The selection; `nil` for that of the record.
  var selection: [SQLSelection]?
  /// The further selection.
  var annotations: [SQLSelection] = []
  var filters: [SQLExpression] = []
  var groups: [RequestGroup] = []
  var having: [SQLExpression] = []
  var order = RequestOrder()
  var limit: RequestLimit?
  var commonTables: [RequestedCommonTable] = []
  var children: [AssociationChild] = []

  init(_ table: RequestedTable) { self.table = table }
}

/// The table of a request, with the properties of its record type.
struct RequestedTable: Sendable {
  let name: String
  let encoding: any _ValueEncoding
  /// The type that rows are decoded as.
  private let type: Any.Type
  /// The same type, if it is a record type that determines the table.
  private let record: (any TableRecord.Type)?
  /// The table as a common table expression; `nil` for a table of the schema.
  var commonTable: RequestedCommonTable?

  /// Creates a table that no record type determines, decoded as a type.
  init<Row>(name: String, of type: Row.Type) {
    self.name = name
    self.type = type
    record = nil
    encoding = (type as? any TableRecord.Type)?.storedEncoding ?? _PlainEncoding()
  }

  /// Creates a table for a common table expression, decoded as a type.
  init<Row>(_ table: RequestedCommonTable, of type: Row.Type) {
    self.init(name: table.name, of: type)
    commonTable = table
  }

  /// Creates the table of a record type.
  init<Record: TableRecord>(_ record: Record.Type) {
    name = record.databaseTableName
    encoding = StoredEncoding(record)
    type = record
    self.record = record
  }

  /// Returns the default conflict resolution of updates.
  func updateResolution() -> ConflictResolution? {
    (type as? any MutablePersistableRecord.Type)?.givenUpdateResolution
  }

  /// Returns the default selection of requests.
  func selection() -> [SQLSelection] { record?.requestedSelection ?? [.allColumns] }

  /// Whether the default selection is all columns, as SQLite expands them.
  var selectsAllColumns: Bool {
    guard let record else { return true }
    guard record._table == nil else { return false }
    let selection = record.databaseSelection
    guard selection.count == 1, case .allColumns(let excluded) = selection[0].sqlSelection.kind
    else { return false }
    return excluded.isEmpty
  }
}

extension TableRecord {
  fileprivate static var storedEncoding: any _ValueEncoding { StoredEncoding(Self.self) }

  /// The default selection of requests; for a `@Table` it is the one that its decoder expects.
  static var requestedSelection: [SQLSelection] {
    _table?.columnSelection ?? databaseSelection.map(\.sqlSelection)
  }
}

extension MutablePersistableRecord {
  /// The conflict resolution of updates; `nil` for SQL's default.
  fileprivate static var givenUpdateResolution: ConflictResolution? {
    updateResolution == .abort ? nil : updateResolution
  }
}

extension _RequestClauses {
  /// The name that an alias gives to the table; the last given name counts.
  var aliasName: String? { aliases.last { $0.name != nil }?.name }
}

extension Table {
  fileprivate static var columnSelection: [SQLSelection] {
    TableColumns.allColumns.map { column in
      let expression = SQLExpression(fragment: column._selectionFragment)
      // A column that is wrapped for its decoder is still found by the column's name.
      let isPlain = column._selectionFragment == column.queryFragment
      return isPlain ? expression.sqlSelection : expression.forKey(column.name)
    }
  }
}

/// The maximum number of rows, and the number of rows to skip.
struct RequestLimit: Sendable {
  var count: Int?
  var offset: Int?
}

/// The expressions that rows are grouped by.
enum RequestGroup: Sendable {
  case expression(SQLExpression)
  case primaryKey
  case whenConnected(@Sendable (Database) throws -> [SQLExpression])

  var isPrimaryKey: Bool {
    if case .primaryKey = self { true } else { false }
  }
}

/// The order of a request's rows.
struct RequestOrder: Sendable {
  enum Term: Sendable {
    case term(SQLOrdering)
    case primaryKey
    case whenConnected(@Sendable (Database) throws -> [SQLOrdering])
  }

  var terms: [Term] = []
  var isReversed = false
}

/// A common table expression of a request.
struct RequestedCommonTable: Sendable {
  let name: String
  let columns: [String]
  let isRecursive: Bool
  let body: SQLExpression
}

/// An error of writing a request without a connection, although it depends on the schema.
struct NeedsDatabase: Error {}
