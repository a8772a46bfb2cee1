package import DatabaseTypes
package import IncrementalQueries
package import SQLSyntax
package import TypedSQL

/// A snapshot of a database, which live queries read on one thread.
package protocol LiveSnapshot: AnyObject, SendableMetatype {
  /// The version of the schema; `nil` if it is not known.
  var lastSchemaVersion: Int64? { get }

  /// Whether it reads schemas that the version does not cover.
  var hasAttachedSchemas: Bool { get }

  /// The reason why no query can be patched, if the source reports too little; all are run again
  /// then.
  var rerunReason: LivePlan.Reason? { get }

  /// Whether changes that are reported with values include the old values of rows.
  var reportsOldRows: Bool { get }

  /// Returns why queries that read a region cannot be read in this snapshot; `nil` if they can.
  func obstacle(to region: Region) -> LiveObstacle?

  /// The number of rows that the database has stepped through so far, for statistics.
  var steppedRowCount: Int { get }

  /// Runs a closure, and returns what it has read.
  func recordingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: Region)

  /// Runs a closure, and returns a function that reports what it has read.
  ///
  /// The function is rarely called; it must be called before anything else is read.
  func notingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: () -> Region)

  /// Returns whether the cause of an error may go away without a commit, so that reading again
  /// helps.
  static func isTransient(_ error: any Error) -> Bool

  /// Returns whether an error comes from the database itself, and not from decoding its rows.
  static func isDatabaseError(_ error: any Error) -> Bool

  /// Whether other statements can be run after one that failed.
  static var canReadAfterErrors: Bool { get }

  // MARK: Facts of a statement

  /// The tables and columns that a query reads.
  func region(of query: QueryFragment) throws -> Region

  /// Prepares for being asked for the regions of many queries, if that is faster.
  func prepareRegions(of queries: [QueryFragment])

  /// Returns whether a name in a statement refers to a certain table.
  ///
  /// - Parameters:
  ///   - name: The name, without quotes.
  ///   - schema: The schema that qualifies it, if any.
  ///   - table: A table with that name, ignoring case.
  func name(_ name: String, in schema: String?, refersTo table: TableName) throws -> Bool

  /// Returns the key by which change sets identify a table's rows; `nil` if they cannot.
  func tableKey(of table: TableName) throws -> TableKey?

  /// Returns the columns of the primary key of a table that has a key.
  func primaryKeyColumns(of table: TableName) throws -> [String]

  /// Returns the column that is a table's row number, if there is one.
  func rowNumberColumn(of table: TableName) throws -> String?

  /// Returns the names, in lower case, of functions that may return another result each time.
  func volatileFunctionNames() throws -> Set<String>

  /// The names, in lower case, of columns that every table has, and whose values the database
  /// changes without a write.
  static var systemColumnNames: Set<String> { get }

  /// The names of functions that may return several rows, in lower case.
  func rowFunctionNames() throws -> Set<String>

  /// The names of functions that may read any table, in lower case.
  func readingFunctionNames() throws -> Set<String>

  /// Returns whether the database understands two queries as the same one.
  func compilesToSameProgram(_ query: QueryFragment, _ other: QueryFragment) throws -> Bool

  /// Returns whether the database can compile a query.
  func canCompile(_ query: QueryFragment) -> Bool

  /// Returns the names of the columns of a query's rows.
  func columnNames(of query: QueryFragment) throws -> [String]

  /// The largest number of columns of a result.
  var columnLimit: Int { get }

  /// Returns the `CREATE VIEW …` statement of a view; `nil` if there is no such view.
  func viewText(_ name: String, in schema: String?) throws -> QueryFragment?

  /// Returns whether equal values of some expressions can have several representations.
  ///
  /// The database then chooses one of them, as for `1.0` and `1.00`.
  func haveSpellings(_ expressions: [QueryFragment], in parts: SelectParts) throws -> Bool

  /// Returns the types of a compound statement's columns, as SQL, if bound values need them.
  ///
  /// The list is empty if they do not.
  ///
  /// - Parameters:
  ///   - query: The statement.
  ///   - arms: Statements of the values of its arms.
  /// - Returns: `nil` if the number of a row's occurrences in the arms does not determine that in
  ///   the result.
  func compoundTypes(of query: QueryFragment, arms: [QueryFragment]) throws -> [QueryFragment]?

  /// Returns whether a query returns rows of aggregates instead of rows of a table.
  func isAggregated(_ query: QueryFragment) throws -> Bool

  /// Returns whether a query without an order returns its rows in the order of their keys.
  ///
  /// That order then decides which rows a limit keeps.
  func readsInOrderOfKeys(_ query: QueryFragment) throws -> Bool

  /// Returns whether the database reads a whole table, in the order of its row numbers, to find a
  /// query's rows.
  ///
  /// The rows are then found faster by a list of their row numbers, and in the same order.
  func scansTable(for query: QueryFragment) throws -> Bool

  /// Returns whether the database reads a whole table once for each row of another one.
  func comparesAllRows(for query: QueryFragment) throws -> Bool

  /// Returns the collations that order expressions of a statement; `nil` if they are not known.
  func collations(of expressions: [QueryFragment], in parts: SelectParts) throws
    -> [SortTerm.Collation]?

  /// Returns the column of a table, if a filter compares its values as the database does.
  ///
  /// - Returns: The name that change sets use; `nil` if a filter might compare differently.
  func filteredColumn(
    _ name: String,
    of table: TableName,
    by constraint: RowFilter.Constraint
  ) throws -> String?

  /// Returns the collation that compares the bytes of texts in the database's encoding.
  func byteCollation() throws -> SortTerm.Collation

  /// Asks a collation to compare two texts.
  func compare(_ collation: String, _ left: String, _ right: String) throws -> Int

  // MARK: Kept plans

  /// Returns the kept plan for statements of a shape; `nil` if there is none, or it may be
  /// outdated.
  func cachedAnalysis(of shape: StatementShape) -> AnalyzedSelect?

  /// Keeps the plan of a statement for all statements of its shape, until schema or functions
  /// change.
  func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape)

  /// Whether statements of one shape may read different tables, since the database's planner looks
  /// at the values.
  static var valuesDecideRegions: Bool { get }

  // MARK: Statements

  /// Returns the condition that a key column equals a parameter's value, which may be NULL.
  static func isKey(_ column: QueryFragment, parameter number: Int) -> QueryFragment

  /// Returns the condition that a row number is in a list, which is a parameter's value.
  static func isRowNumber(_ column: QueryFragment, inParameter number: Int) -> QueryFragment

  /// Returns the value to bind for such a list.
  static func list(_ rowNumbers: [Int64]) -> DatabaseValue

  // MARK: Requirements of plans

  /// The rules of its SQL dialect, for parsing.
  static var syntax: SQLGrammar { get }

  /// Whether sums of integers are the sums that Swift computes, in the same type.
  static var sumsMatchSwift: Bool { get }

  /// Whether the database is asked for each plan if it can run what the plan makes of a statement.
  static var checksPlans: Bool { get }

  /// Returns a term of an order as plans render it, with NULLs in the expected place.
  static func orderTerm(_ written: QueryFragment, isDescending: Bool, nullsFirst: Bool?)
    -> QueryFragment

  /// Returns a key as a term of any order, with the collation that then compares its texts.
  static func keyTerm(_ key: QueryFragment, _ collation: SortTerm.Collation)
    -> (written: QueryFragment, collation: SortTerm.Collation)

  /// Creates a statement of which only keys and sort values are read.
  static func keyStatement(_ query: PlanQuery) -> any RowStatement<Void, Self>
}

extension LiveSnapshot {
  /// Records what is read, which costs little.
  package func notingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: () -> Region)
  {
    let (result, region) = recordingReads(body)
    return (result, { region })
  }

  /// Returns the columns of the key by which change sets identify the rows.
  package func primaryKeyColumns(of table: TableName) throws -> [String] {
    switch try tableKey(of: table) {
    case .rowID(let name): [name]
    case .primaryKey(let names): names
    case nil: []
    }
  }

  /// Does nothing: regions are found without waiting.
  package func prepareRegions(of queries: [QueryFragment]) {}

  /// Returns `nil`: every query that can be patched is patched.
  package var rerunReason: LivePlan.Reason? { nil }

  /// Returns `nil`: every query can be read.
  package func obstacle(to region: Region) -> LiveObstacle? { nil }

  /// No limit.
  package var columnLimit: Int { .max }

  /// `false`: rows are found by their values.
  package func scansTable(for query: QueryFragment) throws -> Bool { false }

  /// `false`: rows are found by their values, also where there is no index.
  package func comparesAllRows(for query: QueryFragment) throws -> Bool { false }

  /// The rules of SQLite.
  package static var syntax: SQLGrammar { .sqlite }

  /// No column.
  package static var systemColumnNames: Set<String> { [] }

  /// No function.
  package func rowFunctionNames() throws -> Set<String> { [] }

  /// No function.
  package func readingFunctionNames() throws -> Set<String> { [] }

  /// `false`: equal values have one representation.
  package func haveSpellings(_ expressions: [QueryFragment], in parts: SelectParts) throws -> Bool {
    false
  }

  /// An empty list.
  package func compoundTypes(of query: QueryFragment, arms: [QueryFragment]) throws
    -> [QueryFragment]?
  { [] }

  /// `true`: no other table or view has the name.
  package func name(_ name: String, in schema: String?, refersTo table: TableName) throws -> Bool {
    true
  }

  /// Returns true: old values are included.
  package var reportsOldRows: Bool { true }

  /// Returns true: sums are the same.
  package static var sumsMatchSwift: Bool { true }

  /// Returns false: the database is only asked for statements from text.
  package static var checksPlans: Bool { false }

  /// Returns the term unchanged.
  package static func orderTerm(_ written: QueryFragment, isDescending: Bool, nullsFirst: Bool?)
    -> QueryFragment
  { written }

  /// Returns the order of UTF-8.
  package func byteCollation() throws -> SortTerm.Collation { .binary }

  /// Returns the key unchanged.
  package static func keyTerm(_ key: QueryFragment, _ collation: SortTerm.Collation)
    -> (written: QueryFragment, collation: SortTerm.Collation)
  { (key, collation) }

  /// Returns `nil`: no plans are kept.
  package func cachedAnalysis(of shape: StatementShape) -> AnalyzedSelect? { nil }

  /// Returns false: the text of a statement says what it reads.
  package static var valuesDecideRegions: Bool { false }

  /// Does nothing: no plans are kept.
  package func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape) {}
}
