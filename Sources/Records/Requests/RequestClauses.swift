import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// The clauses of a request, as long as it is not written as SQL.
@_documentation(visibility: internal)
public struct _RequestClauses: Sendable {
  var table: RequestedTable
  /// Each of them names the table.
  var aliases: [RequestAlias] = []
  /// Whether it is known to have no rows, and is not run.
  var isEmpty = false
  var isDistinct = false
  /// What is selected; `nil` for what the record selects.
  var selection: [SQLSelection]?
  /// What is selected besides.
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

/// The table of a request, and what its record says of it.
struct RequestedTable: Sendable {
  let name: String
  let encoding: any _ValueEncoding
  /// The type for which it is made.
  private let type: Any.Type
  /// The same, where it is a record that names the table.
  private let record: (any TableRecord.Type)?
  /// The table as a request names it first; `nil` for one of the schema.
  var commonTable: RequestedCommonTable?

  /// A table that no record names, made for a type.
  init<Row>(name: String, of type: Row.Type) {
    self.name = name
    self.type = type
    record = nil
    encoding = (type as? any TableRecord.Type)?.storedEncoding ?? _PlainEncoding()
  }

  /// A table that a request names first, made for a type.
  init<Row>(_ table: RequestedCommonTable, of type: Row.Type) {
    self.init(name: table.name, of: type)
    commonTable = table
  }

  /// The table of a record.
  init<Record: TableRecord>(_ record: Record.Type) {
    name = record.databaseTableName
    encoding = StoredEncoding(record)
    type = record
    self.record = record
  }

  /// What an update does where a row breaks a constraint, unless it says so.
  func updateResolution() -> ConflictResolution? {
    (type as? any MutablePersistableRecord.Type)?.givenUpdateResolution
  }

  /// What is selected where a request does not say it.
  func selection() -> [SQLSelection] { record?.requestedSelection ?? [.allColumns] }

  /// Whether all columns are selected, as SQLite knows them, where a request does not say what is.
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

  /// What a request selects where it does not say it: of a `@Table` what its decoder expects.
  static var requestedSelection: [SQLSelection] {
    _table?.columnSelection ?? databaseSelection.map(\.sqlSelection)
  }
}

extension MutablePersistableRecord {
  /// What an update does where a row breaks a constraint; `nil` for what SQL does by itself.
  fileprivate static var givenUpdateResolution: ConflictResolution? {
    updateResolution == .abort ? nil : updateResolution
  }
}

extension _RequestClauses {
  /// The name that an alias gives to the table; the last one that was given counts.
  var aliasName: String? { aliases.last { $0.name != nil }?.name }
}

extension Table {
  fileprivate static var columnSelection: [SQLSelection] {
    TableColumns.allColumns.map { column in
      let expression = SQLExpression(fragment: column._selectionFragment)
      // What is wrapped for its reader is found by the column's name all the same.
      let isPlain = column._selectionFragment == column.queryFragment
      return isPlain ? expression.sqlSelection : expression.forKey(column.name)
    }
  }
}

/// How many rows there may be, and how many before them are left out.
struct RequestLimit: Sendable {
  var count: Int?
  var offset: Int?
}

/// What rows of a group have in common.
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

/// A table that a request names first.
struct RequestedCommonTable: Sendable {
  let name: String
  let columns: [String]
  let isRecursive: Bool
  let body: SQLExpression
}

/// A request cannot be written without a connection, whose schema has to be asked.
struct NeedsDatabase: Error {}
