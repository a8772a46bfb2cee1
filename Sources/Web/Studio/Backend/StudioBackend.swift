import DatabaseTypes
import WebServer

/// A database that a studio shows, with the operations that differ between engines.
///
/// Routes, feeds and the JSON of events are the same for all of them.
protocol StudioBackend: Sendable {
  /// The name of the engine in messages: `sqlite` or `postgres`.
  var kind: String { get }
  /// The name of the database, as the page shows it.
  var name: String { get }
  /// Whether rows may be edited, and statements write.
  var isWritable: Bool { get }
  /// The schema of requests that name none.
  var defaultSchema: String { get }
  /// The operators of filters, in the order in which the page offers them.
  var filterOperators: [GridRequest.Filter.Operator] { get }

  /// The current tables, views and triggers.
  func structure() async throws -> StudioStructure

  /// A table of the structure, which may be a second old.
  ///
  /// - Throws: ``RequestError`` if there is none.
  func table(_ name: TableName) async throws -> StudioTable

  /// A text that differs after the structure has changed.
  func structureVersion() async throws -> String

  /// Calls a closure when the structure may have changed, until the returned token is released.
  func onPossibleStructureChange(_ notify: @escaping @Sendable () -> Void) -> any Sendable

  /// The rows that a grid shows.
  ///
  /// - Throws: `RequestError` for unknown columns, and conditions without their
  ///   values.
  func grid(_ request: GridRequest, of table: StudioTable) throws(RequestError) -> any GridSource

  /// The statements of a text.
  ///
  /// - Throws: `RequestError` if there is none.
  func statements(_ request: SQLRequest) throws(RequestError) -> any StatementRun

  /// The JSON of the query plan of a text's first statement, which is not run.
  func plan(of sql: String) async throws -> String

  /// The way in which commits are noticed, if less is known about them than usual.
  var commitNote: String? { get async }

  /// Calls a closure with each commit, until the returned token is released.
  func subscribeToCommits(_ receive: @escaping @Sendable (ChangeSet) -> Void) -> any Sendable

  /// The current values of the rows that a commit affected, if it reports no values.
  func touchedRows(_ changes: ChangeSet) async -> TouchedRows?

  /// The statements of edits, in readable form.
  func texts(of edits: [RowEdit]) async throws -> [String]

  /// Makes edits in one transaction.
  ///
  /// - Returns: The name by which they can be undone; `nil` if they cannot.
  /// - Throws: ``EditRefusal`` with the first change that cannot be made; then none is made.
  func apply(_ edits: [RowEdit]) async throws -> String?

  /// Undoes changes.
  ///
  /// - Returns: The number of restored rows.
  /// - Throws: ``EditRefusal``, or `RequestError`.
  func undo(_ name: String) async throws -> Int

  /// The whole value; `nil` if there is no such row.
  func cell(_ request: CellRequest) async throws -> WireCell?

  /// The rows to which a foreign key may refer, with their labels.
  func labels(_ search: LabelRequest) async throws -> [LabelHit]

  /// The schema as Swift; `nil` if this program cannot write it.
  func swiftSource() async throws -> String?

  /// The rows of an export.
  ///
  /// - Throws: `RequestError` for what cannot be exported.
  func export(_ request: ExportRequest) async throws -> any RowExport

  /// Cancels what runs, and closes the connections.
  func close() async throws
}

extension StudioBackend {
  var filterOperators: [GridRequest.Filter.Operator] { GridRequest.Filter.Operator.allCases }

  func table(_ name: TableName) async throws -> StudioTable { try await structure().table(name) }
}

extension StudioStructure {
  /// The table with a name; an exact match is preferred to one in another case.
  ///
  /// - Throws: ``RequestError`` if there is none.
  func table(_ name: TableName) throws(RequestError) -> StudioTable {
    let alike = tables.filter { $0.name == name }
    let exact = alike.first { $0.name.name == name.name && $0.name.schema == name.schema }
    guard let table = exact ?? alike.first else {
      throw RequestError(404, "There is no table \(name).")
    }
    return table
  }
}
