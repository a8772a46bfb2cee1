package import DatabaseTypes
package import IncrementalQueries
package import TypedSQL

/// A database at one moment, which live queries read on one thread.
package protocol LiveSnapshot: AnyObject, SendableMetatype {
  /// The version of the schema; `nil` where it is not known.
  var lastSchemaVersion: Int64? { get }

  /// Whether it reads schemas of which the version says nothing.
  var hasAttachedSchemas: Bool { get }

  /// Why no query can be patched, where its source tells too little; each is run again then.
  var rerunReason: LivePlan.Reason? { get }

  /// Whether changes are told with the values that rows had before, where they are told with values.
  var tellsOldRows: Bool { get }

  /// How many rows the database has given so far, for statistics.
  var steppedRowCount: Int { get }

  /// Runs a closure, and tells what it has read.
  func recordingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: Region)

  /// Whether what caused an error may be over without a commit, so that reading again helps.
  static func mayPass(_ error: any Error) -> Bool

  /// Whether the database itself gave an error, and not what decodes its rows.
  static func isOfDatabase(_ error: any Error) -> Bool

  // MARK: Facts of a statement

  /// The tables and columns that a query reads.
  func region(of query: QueryFragment) throws -> Region

  /// Whether a statement that names a table so means a certain one.
  ///
  /// - Parameters:
  ///   - name: The name, without quotes.
  ///   - schema: The schema that is written before it, if one is.
  ///   - table: A table of that name, as far as letters in upper and lower case are the same.
  func names(_ name: String, in schema: String?, mean table: TableName) throws -> Bool

  /// What change sets call the rows of a table by; `nil` where they cannot tell them apart.
  func tableKey(of table: TableName) throws -> TableKey?

  /// The column that is the number of a table's rows, where there is one.
  func rowNumberColumn(of table: TableName) throws -> String?

  /// The names of functions that may give another result each time, in lower case.
  func volatileFunctionNames() throws -> Set<String>

  /// Whether two queries are the same for the database, which may be written in two ways.
  func compilesAlike(_ query: QueryFragment, _ other: QueryFragment) throws -> Bool

  /// Whether a query is one that the database can run.
  func canCompile(_ query: QueryFragment) -> Bool

  /// The names of the columns of a query's rows.
  func columnNames(of query: QueryFragment) throws -> [String]

  /// The statement that makes a view, `CREATE VIEW …`; `nil` where there is none of that name.
  func viewText(_ name: String, in schema: String?) throws -> QueryFragment?

  /// Whether a query has rows of aggregates, and not of a table.
  func isAggregated(_ query: QueryFragment) throws -> Bool

  /// Whether a query without an order has its rows in that of their keys, which then decides what a limit leaves.
  func readsInOrderOfKeys(_ query: QueryFragment) throws -> Bool

  /// By what expressions of a statement are compared where they are ordered; `nil` where that is not known.
  func collations(of expressions: [QueryFragment], in parts: SelectParts) throws
    -> [SortTerm.Collation]?

  /// The column of a table whose values a filter compares with others as the database does.
  ///
  /// - Returns: Its name as change sets have it; `nil` where a filter might compare in another way.
  func filteredColumn(
    _ name: String,
    of table: TableName,
    by constraint: RowFilter.Constraint
  ) throws -> String?

  /// Asks a collation where a text stands in relation to another.
  func compare(_ collation: String, _ left: String, _ right: String) throws -> Int

  // MARK: What is kept

  /// The plan of a statement of a shape; `nil` where none is kept, or it may hold no more.
  func keptAnalysis(of shape: StatementShape) -> AnalyzedSelect?

  /// Keeps the plan of a statement for those of its shape, as long as the schema and the functions stay what they are.
  func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape)

  // MARK: Statements

  /// The condition that a column of a key is the value of a parameter, NULL among them.
  static func isKey(_ column: QueryFragment, parameter number: Int) -> QueryFragment

  /// The condition that a row number is in a list, which is the value of a parameter.
  static func isRowNumber(_ column: QueryFragment, inParameter number: Int) -> QueryFragment

  /// What to bind for such a list.
  static func list(_ rowNumbers: [Int64]) -> DatabaseValue

  // MARK: What plans may rely on

  /// Whether what integers add up to is what Swift adds up, in the same type.
  static var addsUpAsSwift: Bool { get }

  /// Whether the database is asked of each plan whether it can run what plans make of a statement.
  static var checksPlans: Bool { get }

  /// A term of an order as plans write it, whose NULLs come where they are expected.
  static func orderTerm(_ written: QueryFragment, isDescending: Bool, nullsFirst: Bool?)
    -> QueryFragment

  /// A key as a term of an order, which may be any: with what its texts are compared by then.
  static func keyTerm(_ key: QueryFragment, _ collation: SortTerm.Collation)
    -> (written: QueryFragment, collation: SortTerm.Collation)

  /// A statement of which only keys and values to order by are read.
  static func keyStatement(_ query: PlanQuery) -> any RowStatement<Void, Self>
}

extension LiveSnapshot {
  /// Each query is patched that can be.
  package var rerunReason: LivePlan.Reason? { nil }

  /// It does: no other table and no view has the name.
  package func names(_ name: String, in schema: String?, mean table: TableName) throws -> Bool {
    true
  }

  /// They are.
  package var tellsOldRows: Bool { true }

  /// It is.
  package static var addsUpAsSwift: Bool { true }

  /// It is asked of those alone that are made of text.
  package static var checksPlans: Bool { false }

  /// As it is written.
  package static func orderTerm(_ written: QueryFragment, isDescending: Bool, nullsFirst: Bool?)
    -> QueryFragment
  { written }

  /// As it is.
  package static func keyTerm(_ key: QueryFragment, _ collation: SortTerm.Collation)
    -> (written: QueryFragment, collation: SortTerm.Collation)
  { (key, collation) }

  /// Keeps nothing.
  package func keptAnalysis(of shape: StatementShape) -> AnalyzedSelect? { nil }

  /// Keeps nothing.
  package func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape) {}
}
