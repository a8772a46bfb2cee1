package import DatabaseTypes
package import LiveEngine
package import PostgreSQL
package import TypedSQL

/// A reader of a moment: a read-only transaction on its own connection.
///
/// An error does not end the moment: the transaction rolls back to its savepoint, and sees the same
/// snapshot. It is used by one thread at a time.
package final class PostgresSnapshotReader {
  /// The savepoint to which the transaction rolls back after an error.
  static let savepoint = "livesql"

  package let connection: PostgresConnection
  let changes: any PostgresChangeSource
  /// The time within which the server must answer one statement, before the connection counts as
  /// lost.
  private let answerTimeout: Duration
  /// The tables that somebody else has locked, which no snapshot includes.
  var locked = LockedTables()
  private var knownTables: PostgresReportedTables?
  private var knownFunctions: PostgresFunctions?
  private var knownDefaultIsByBytes: Bool?
  /// The OIDs of the tables to which names refer; `nil` for other names.
  private(set) var tableNumbers: [PostgresTable: UInt32?] = [:]
  /// The regions that queries read, according to the planner.
  private var regions: [QueryFragment: Region] = [:]
  /// The regions of texts that read the same tables whatever values are bound.
  private var textRegions: [ByteText: Region] = [:]
  /// The tables behind names that statements have used.
  private(set) var tablesOfNames: [ByteText: NamedFacts] = [:]
  private var analyses: [StatementShape: AnalyzedSelect] = [:]
  /// The versions of the views whose statements plans have used, by OID.
  var readViews: [UInt32: String] = [:]
  /// What the catalog said about everything that plans rest on.
  var catalog: CatalogFingerprint
  /// What the planner said in this snapshot about queries whose regions are about to be asked for.
  var explanations: [QueryFragment: String] = [:]
  /// Whether the session has received all changes of the catalog that the snapshot shows.
  var isCatalogCurrent = false
  /// The region that was read since recording began; `nil` if nothing is recorded.
  private var recorded: Region?
  /// The queries that were read since noting began; `nil` if nothing is noted.
  private var noted: Set<QueryFragment>?
  /// A number that increases with each change of the schema that was noticed.
  private(set) var schemaVersion: Int64
  package private(set) var steppedRowCount = 0

  init(
    _ connection: PostgresConnection,
    _ changes: any PostgresChangeSource,
    answerTimeout: Duration,
    schemaVersion: Int64,
    catalog: CatalogFingerprint = CatalogFingerprint()
  ) {
    self.connection = connection
    self.changes = changes
    self.catalog = catalog
    self.answerTimeout = answerTimeout
    self.schemaVersion = schemaVersion
  }

  /// The tables whose changes are reported.
  var tables: PostgresReportedTables {
    get throws {
      if let knownTables { return knownTables }
      let tables = try recovering { try changes.reportedTables(connection) }
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

  /// Forgets the functions, since some were made, changed or dropped.
  func forgetFunctions() { knownFunctions = nil }

  /// Whether the tables whose changes are reported have been read.
  var knowsTables: Bool { knownTables != nil }

  /// Returns whether the schema is unchanged; if it has changed, forgets what was known of it.
  func isSchemaKnown() throws -> Bool {
    guard let known = knownTables else { return true }
    let now = try recovering { try changes.reportedTables(connection) }
    if now != known { forgetSchema(now) }
    return now == known
  }

  /// Forgets the schema, because it has changed or may have.
  func forgetSchema(_ tables: PostgresReportedTables? = nil) {
    schemaVersion += 1
    (knownTables, knownFunctions, regions, analyses) = (tables, nil, [:], [:])
    (tableNumbers, readViews) = ([:], [:])
    (textRegions, tablesOfNames) = ([:], [:])
    // The parameter types of prepared statements may belong to the old schema.
    connection.forgetStatements()
  }
}

// MARK: - Running statements

extension PostgresSnapshotReader {
  /// Calls a closure that uses the connection.
  ///
  /// After an error, the transaction rolls back to its savepoint.
  package func recovering<Output>(_ body: () throws -> Output) throws -> Output {
    do { return try connection.answering(within: answerTimeout, body) } catch {
      recover(from: error)
      throw error
    }
  }

  private func recover(from error: any Error) {
    guard connection.transactionStatus == .inFailedTransaction else { return }
    // The tables of explained statements lose their locks.
    explanations = [:]
    // Other statements of the same snapshot may read the same locked table.
    let isLocked = (error as? PostgresError)?.code == .lockNotAvailable
    let limit = isLocked ? "; SET LOCAL lock_timeout = '1ms'" : ""
    _ = try? connection.execute(script: "ROLLBACK TO SAVEPOINT \(Self.savepoint)\(limit)")
  }

  /// Runs a statement.
  func rows(_ text: StatementText, _ arguments: [DatabaseValue] = []) throws -> PostgresResult {
    do { return try answered(text, arguments) } catch let error as PostgresError {
      recover(from: error)
      // The server has noticed a schema change, and the prepared statement is outdated.
      if error.isOfOtherSchema { forgetSchema() }
      guard error.isOfOtherPlan else { throw withMissingRight(error) }
    }
    do { return try answered(text, arguments) } catch {
      recover(from: error)
      throw error
    }
  }

  /// Runs a statement, with a time limit for the answer.
  private func answered(_ text: StatementText, _ arguments: [DatabaseValue]) throws
    -> PostgresResult
  { try connection.answering(within: answerTimeout) { try run(text, arguments) } }

  private func run(_ text: StatementText, _ arguments: [DatabaseValue]) throws -> PostgresResult {
    if let problem = text.problem { throw problem }
    let statement = try connection.prepare(text.sql)
    let result = try connection.execute(statement, text.values(for: statement, arguments))
    steppedRowCount += result.count
    return result
  }

  /// Prepares a statement, which may be invalid, and returns its columns.
  func columns(of query: QueryFragment) throws -> PostgresColumns {
    let text = StatementText(query)
    if let problem = text.problem { throw problem }
    return try recovering { try connection.prepare(text.sql).columns }
  }

  /// Calls a closure that reads with the connection, and records what the query reads.
  package func noting<Output>(
    _ query: QueryFragment,
    _ body: (PostgresConnection) throws -> Output
  ) throws -> Output {
    try note(query)
    return try recovering { try body(connection) }
  }

  /// Records what a query reads, if reads are being recorded.
  func note(_ query: QueryFragment) throws {
    noted?.insert(query)
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
    // A query that failed may read anything.
    if case .failure = result, region.isEmpty { return (result, .fullDatabase) }
    return (result, region)
  }

  /// Notes what is read, and asks the planner about it only if that is wanted.
  package func notingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: () -> Region)
  {
    let outer = noted
    noted = []
    let result = Result { try body() }
    let queries = noted ?? []
    noted = outer?.union(queries)
    return (result, { [self] in region(ofAll: queries) ?? .fullDatabase })
  }

  /// Returns the region that queries read; `nil` if it is not known, or there are none.
  private func region(ofAll queries: Set<QueryFragment>) -> Region? {
    var all: Region?
    for query in queries {
      guard let region = try? region(of: query) else { return nil }
      all = all?.union(region) ?? region
    }
    return all
  }

  /// Returns whether the region of a query is known.
  func isRegionKnown(of query: QueryFragment, _ text: StatementText) -> Bool {
    textRegions[ByteText(text.sql)] != nil || regions[query] != nil
  }

  /// Returns the region that a query reads, from the cache or by a closure.
  ///
  /// - Parameters:
  ///   - text: The text with which the planner is asked.
  ///   - find: A closure that asks, and returns the region, and whether it is the same with all
  ///     values that are bound.
  func region(
    of query: QueryFragment,
    _ text: StatementText,
    _ find: () throws -> (region: Region, isFixed: Bool)
  ) throws -> Region {
    let sql = ByteText(text.sql)
    if text.problem == nil, let known = textRegions[sql] { return known }
    if let known = regions[query] { return known }
    let (region, isFixed) = try find()
    if isFixed {
      if textRegions.count >= Self.regionLimit { textRegions = [:] }
      textRegions[sql] = region
    } else {
      if regions.count >= Self.regionLimit { regions = [:] }
      regions[query] = region
    }
    return region
  }

  /// The number of regions of each kind that are kept.
  private static var regionLimit: Int { 4_096 }

  /// Keeps what names refer to, until the schema changes.
  func keep(_ new: [ByteText: NamedFacts]) {
    if tablesOfNames.count >= 4_096 { tablesOfNames = [:] }
    tablesOfNames.merge(new) { _, new in new }
  }

  func keep(_ number: UInt32?, as name: PostgresTable) {
    if tableNumbers.count >= 512 { tableNumbers = [:] }
    tableNumbers.updateValue(number, forKey: name)
  }

  package func cachedAnalysis(of shape: StatementShape) -> AnalyzedSelect? { analyses[shape] }

  package func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape) {
    if analyses.count >= 512 { analyses = [:] }
    analyses[shape] = analyzed
  }
}

extension PostgresError {
  /// Whether a statement has different columns than when it was prepared.
  ///
  /// It must then be prepared again.
  var isOfOtherPlan: Bool {
    code == .featureNotSupported && routine == "RevalidateCachedQuery"
      || code == .invalidStatementName
  }

  /// Whether a table, a column or a function has changed.
  var isOfOtherSchema: Bool {
    let codes: Set<SQLState> = [.undefinedTable, .undefinedColumn, .undefinedFunction]
    return isOfOtherPlan || codes.contains(code)
  }

  /// Whether the cause may disappear without a commit.
  var isTransient: Bool {
    let classes: Set<SQLState.Class> = [
      .connectionException, .invalidTransactionState, .transactionRollback, .insufficientResources,
      .objectNotInPrerequisiteState, .operatorIntervention, .systemError, .internalError,
    ]
    return classes.contains(code.class) || isOfOtherPlan
  }

  /// Whether somebody has to do something about it, as it says, such as to change a publication.
  ///
  /// The query is read again all the same, since a change of the catalog need not be reported.
  var needsAction: Bool { code == .objectNotInPrerequisiteState }
}
