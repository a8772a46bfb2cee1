package import DatabaseTypes
package import LiveEngine
package import PostgreSQL
package import TypedSQL

/// A moment of a PostgreSQL database: a transaction that only reads, on a connection of its own.
///
/// An error does not end the moment: the transaction goes back to its beginning, and sees the same. It is used by one thread
/// at a time.
package final class PostgresSnapshotReader {
  /// The savepoint to which the transaction goes back after an error.
  static let savepoint = "livesql"

  package let connection: PostgresConnection
  let changes: any PostgresChangeSource
  /// How long the server has for one statement, before the network counts as lost.
  private let patience: Duration
  private var knownTables: PostgresToldTables?
  private var knownFunctions: PostgresFunctions?
  private var knownDefaultIsByBytes: Bool?
  /// The numbers of the tables that names mean; `nil` for what is none.
  private(set) var tableNumbers: [PostgresTable: UInt32?] = [:]
  /// What queries read, as the planner said.
  private var regions: [QueryFragment: Region] = [:]
  private var analyses: [StatementShape: AnalyzedSelect] = [:]
  /// What has been read since somebody wanted to know it.
  private var recorded: Region?
  /// Grows with each change of the schema that was noticed.
  private(set) var schemaVersion: Int64
  package private(set) var steppedRowCount = 0

  init(
    _ connection: PostgresConnection,
    _ changes: any PostgresChangeSource,
    patience: Duration,
    schemaVersion: Int64
  ) {
    self.connection = connection
    self.changes = changes
    self.patience = patience
    self.schemaVersion = schemaVersion
  }

  /// The tables whose changes are told.
  var tables: PostgresToldTables {
    get throws {
      if let knownTables { return knownTables }
      let tables = try recovering { try changes.toldTables(connection) }
      knownTables = tables
      return tables
    }
  }

  var functions: PostgresFunctions {
    get throws {
      if let knownFunctions { return knownFunctions }
      let functions = try recovering { try PostgresFunctions(connection) }
      knownFunctions = functions
      return functions
    }
  }

  /// Whether texts without a collation of their own are compared by their bytes.
  var isDefaultByBytes: Bool {
    get throws {
      if let knownDefaultIsByBytes { return knownDefaultIsByBytes }
      let isByBytes = try recovering { try connection.ordersByBytes }
      knownDefaultIsByBytes = isByBytes
      return isByBytes
    }
  }

  /// Looks whether the schema is still what it was; where it is another, what was known of it is forgotten.
  func isSchemaKnown() throws -> Bool {
    guard let known = knownTables else { return true }
    let now = try recovering { try changes.toldTables(connection) }
    if now != known { forgetSchema(now) }
    return now == known
  }

  /// The schema is another one, or may be.
  func forgetSchema(_ tables: PostgresToldTables? = nil) {
    schemaVersion += 1
    (knownTables, knownFunctions, regions, analyses) = (tables, nil, [:], [:])
    tableNumbers = [:]
    // What they were told of parameters may be of the old one.
    connection.forgetStatements()
  }
}

// MARK: - Running statements

extension PostgresSnapshotReader {
  /// Does something with the connection; after an error the transaction goes on as if it had not been tried.
  package func recovering<Output>(_ body: () throws -> Output) throws -> Output {
    do { return try connection.answering(within: patience, body) } catch {
      recover()
      throw error
    }
  }

  private func recover() {
    guard connection.transactionStatus == .inFailedTransaction else { return }
    _ = try? connection.execute(script: "ROLLBACK TO SAVEPOINT \(Self.savepoint)")
  }

  /// Runs a statement.
  func rows(_ text: StatementText, _ arguments: [DatabaseValue] = []) throws -> PostgresResult {
    do { return try answered(text, arguments) } catch let error as PostgresError {
      recover()
      // The server has noticed a change of the schema, and a statement is not what it was when it was prepared.
      if error.isOfOtherSchema { forgetSchema() }
      guard error.isOfOtherPlan else { throw withMissingRight(error) }
    }
    do { return try answered(text, arguments) } catch {
      recover()
      throw error
    }
  }

  /// Runs a statement, unless the network swallows it or its answer.
  private func answered(_ text: StatementText, _ arguments: [DatabaseValue]) throws
    -> PostgresResult
  { try connection.answering(within: patience) { try run(text, arguments) } }

  private func run(_ text: StatementText, _ arguments: [DatabaseValue]) throws -> PostgresResult {
    if let problem = text.problem { throw problem }
    let statement = try connection.prepare(text.sql)
    let types = statement.parameterTypes
    guard types.count == text.bindings.count else {
      throw PostgresError(
        code: .syntaxError,
        message:
          "The statement has \(types.count) parameters, and binds \(text.bindings.count) values.",
        sql: text.sql
      )
    }
    var values: [PostgresValue] = []
    values.reserveCapacity(types.count)
    for (binding, type) in zip(text.bindings, types) {
      values.append(try binding.parameter(type, arguments))
    }
    let result = try connection.execute(statement, values)
    steppedRowCount += result.count
    return result
  }

  /// Prepares a statement that may be none.
  func columns(of query: QueryFragment) throws -> PostgresColumns {
    let text = StatementText(query)
    if let problem = text.problem { throw problem }
    return try recovering { try connection.prepare(text.sql).columns }
  }

  /// Reads by the connection, and takes note of what is read.
  package func noting<Output>(
    _ query: QueryFragment,
    _ body: (PostgresConnection) throws -> Output
  ) throws -> Output {
    try note(query)
    return try recovering { try body(connection) }
  }

  /// Takes note of what is read, where somebody wants to know it.
  func note(_ query: QueryFragment) throws {
    guard let recorded, !recorded.isFullDatabase else { return }
    self.recorded = recorded.union(try region(of: query))
  }
}

extension PostgresSnapshotReader {
  package func recordingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: Region)
  {
    let outer = recorded
    recorded = Region()
    let result = Result { try body() }
    let region = recorded ?? .fullDatabase
    recorded = outer.map { $0.union(region) }
    // What has failed may read anything.
    if case .failure = result, region.isEmpty { return (result, .fullDatabase) }
    return (result, region)
  }

  /// What a query reads, as it was found before.
  func region(of query: QueryFragment, _ find: () throws -> Region) throws -> Region {
    if let known = regions[query] { return known }
    let region = try find()
    if regions.count >= 512 { regions = [:] }
    regions[query] = region
    return region
  }

  func keep(_ number: UInt32?, as name: PostgresTable) {
    if tableNumbers.count >= 512 { tableNumbers = [:] }
    tableNumbers.updateValue(number, forKey: name)
  }

  package func keptAnalysis(of shape: StatementShape) -> AnalyzedSelect? { analyses[shape] }

  package func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape) {
    if analyses.count >= 512 { analyses = [:] }
    analyses[shape] = analyzed
  }
}

extension PostgresError {
  /// Whether a statement has other columns than when it was prepared: it is prepared anew.
  var isOfOtherPlan: Bool {
    code == .featureNotSupported && routine == "RevalidateCachedQuery"
      || code == .invalidStatementName
  }

  /// Whether a table, a column or a function is not what it was.
  var isOfOtherSchema: Bool {
    let codes: Set<SQLState> = [.undefinedTable, .undefinedColumn, .undefinedFunction]
    return isOfOtherPlan || codes.contains(code)
  }

  /// Whether what caused it may be over without a commit.
  var mayPass: Bool {
    let classes: Set<SQLState.Class> = [
      .connectionException, .invalidTransactionState, .transactionRollback, .insufficientResources,
      .objectNotInPrerequisiteState, .operatorIntervention, .systemError, .internalError,
    ]
    return classes.contains(code.class) || isOfOtherPlan
  }
}
