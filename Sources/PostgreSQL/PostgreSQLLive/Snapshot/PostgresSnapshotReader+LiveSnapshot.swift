package import DatabaseTypes
package import IncrementalQueries
package import LiveEngine
import PostgreSQL
package import SQLSyntax
package import TypedSQL

/// The questions of plans about a statement.
extension PostgresSnapshotReader: LiveSnapshot {
  /// After an error, the transaction rolls back to its savepoint.
  package static var canReadAfterErrors: Bool { true }

  package var lastSchemaVersion: Int64? { schemaVersion }
  package var hasAttachedSchemas: Bool { false }
  package var rerunReason: LivePlan.Reason? { changes.rerunReason }

  package func obstacle(to region: Region) -> LiveObstacle? { locked.obstacle(to: region) }

  package static func isTransient(_ error: any Error) -> Bool {
    guard let error = error as? PostgresError else {
      return error is CancellationError || error is StreamUnavailable
    }
    return error.isTransient
  }

  /// Returns whether the server has refused a statement, or it cannot be written for the server.
  package static func isDatabaseError(_ error: any Error) -> Bool {
    error is PostgresError || error is QueryBindingError
  }

  /// Returns the tables that the planner reads, and those that the statement names.
  ///
  /// If a function may read other tables, it returns the full database.
  ///
  /// - Throws: ``PostgresError``, also if changes of one of the tables are not reported, with the
  ///   SQL to run.
  package func region(of query: QueryFragment) throws -> Region {
    if try tables.advice == nil { return .fullDatabase }
    let text = Self.explaining(query)
    return try region(of: query, text) {
      let found = try planned(query, text)
      // It may call anything.
      if found.region.isFullDatabase { catalog.addBodies() }
      return found
    }
  }

  /// Returns the region that the planner knows, and whether it is the same with all values.
  private func planned(_ query: QueryFragment, _ text: StatementText) throws
    -> (region: Region, isFixed: Bool)
  {
    let words = FragmentWords([query]).words
    let names = NamedTables(text.sql)
    // The result is one row with one document.
    let json = try watching(names, words) {
      try explanations.removeValue(forKey: query)
        ?? rows(text).first { row in try row.decode(String.self, at: 0) }
    }
    if try !words.isDisjoint(with: functions.readers) { return (.fullDatabase, true) }
    return try region(of: text, names.words, explained: json ?? "[]")
  }

  /// Returns the statement that asks the planner about a query.
  static func explaining(_ query: QueryFragment) -> StatementText {
    StatementText("EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) " + query)
  }

  /// Returns the region that a statement reads, and whether it is the same with all values that are
  /// bound.
  ///
  /// With other values, the planner may leave out other partitions and calls. Where there can be
  /// none, the names alone say which tables are read. A function may read a table although it is
  /// declared immutable, and the planner may replace its call by its body.
  private func region(of text: StatementText, _ words: Set<String>, explained json: String) throws
    -> (region: Region, isFixed: Bool)
  {
    // A document that cannot be read, since it is nested too deeply, is no error of the query.
    guard let explained = try? ExplainedQuery(json) else { return (.fullDatabase, false) }
    catalog.add([], words: explained.calls)
    // More rows may come from tables that the planner omits, such as a partition that does not
    // exist yet.
    let (named, new) = try named(in: text.sql, besides: explained.tables)
    // The plan does not show how a limit is computed.
    if explained.hasLimit, named.callsFunctions { return (.fullDatabase, false) }
    if try callsReader(explained) { return (.fullDatabase, false) }
    let region = try reported(
      explained.tables.union(named.tables),
      onOtherServer: explained.remoteScan
    )
    let functions = try functions
    let isFixed =
      named.isFixed && explained.remoteScan == nil
      && explained.tables.isSubset(of: named.tables)
      && words.isDisjoint(with: functions.bodies)
      && !functions.hasBodyCasts
      && !functions.bodyOperators.contains { text.sql.utf8.contains($0.utf8) }
    keep(new)
    return (region, isFixed)
  }

  /// Returns whether a plan calls a function that may read any table, directly, by an operator or
  /// by a cast.
  ///
  /// Views and policies may contain such calls.
  private func callsReader(_ explained: ExplainedQuery) throws -> Bool {
    let functions = try functions
    return !explained.calls.isDisjoint(with: functions.readers)
      || functions.readingOperators.contains(where: explained.mentions)
      || functions.mayCastByReading(in: explained)
  }

  package func tableKey(of table: TableName) throws -> TableKey? {
    try tables.table(table)?.key?.tableKey
  }

  package func rowNumberColumn(of table: TableName) throws -> String? {
    guard case .rowID(let name)? = try tableKey(of: table) else { return nil }
    return name
  }

  package func volatileFunctionNames() throws -> Set<String> { try functions.volatile }

  package func rowFunctionNames() throws -> Set<String> { try functions.rows }

  package func readingFunctionNames() throws -> Set<String> { try functions.readers }

  /// Returns whether two statements have the same plan and the same columns.
  ///
  /// The plan shows neither the number of rows that a limit keeps, nor the definition of a window.
  /// So the texts are also parsed by the server's rules, and this is only a second check.
  package func compilesToSameProgram(_ query: QueryFragment, _ other: QueryFragment) throws -> Bool
  {
    if query == other { return true }
    let (columns, others) = (try columns(of: query), try self.columns(of: other))
    guard columns.names.map(ByteText.init) == others.names.map(ByteText.init),
      columns.types == others.types
    else { return false }
    // The server may update its statistics between the two, and then plan differently.
    for _ in 0..<2 where try explanation(of: query) == explanation(of: other) { return true }
    return false
  }

  private func explanation(of query: QueryFragment) throws -> [String] {
    try rows(StatementText("EXPLAIN (VERBOSE, COSTS OFF) " + query))
      .map { row in try row.decode(String.self, at: 0) }
  }

  package func canCompile(_ query: QueryFragment) -> Bool { (try? columns(of: query)) != nil }

  /// The largest number of columns of a result. https://www.postgresql.org/docs/current/limits.html
  package var columnLimit: Int { 1_664 }

  package func columnNames(of query: QueryFragment) throws -> [String] {
    try columns(of: query).names
  }

  /// Returns whether the query calls an aggregate function.
  ///
  /// A column with such a name also counts, in which case more is read than necessary.
  package func isAggregated(_ query: QueryFragment) throws -> Bool {
    try !FragmentWords([query]).words.isDisjoint(with: functions.aggregates)
  }

  /// Returns `false`: the server guarantees no order without `ORDER BY`.
  package func readsInOrderOfKeys(_ query: QueryFragment) -> Bool { false }

  /// Only the keys of old rows are reported.
  package var reportsOldRows: Bool { false }

  /// Returns the column's name in the change stream, if its values are reported and compared as in
  /// Swift.
  package func filteredColumn(
    _ name: String,
    of table: TableName,
    by constraint: RowFilter.Constraint
  ) throws -> String? {
    try tables.table(table)?.filteredColumn(name, by: constraint)?.name
  }

  package func compare(_ collation: String, _ left: String, _ right: String) throws -> Int {
    let sql = TermOrder(name: collation).comparison
    return try recovering {
      try connection.execute(sql, [.text(left), .text(right)])
        .first { row in try row.decode(Int.self, at: 0) } ?? 0
    }
  }
}

// MARK: - Tables

extension PostgresSnapshotReader {
  /// Returns the region of tables whose changes report those of the given tables.
  ///
  /// - Parameter other: A description of what another server reads.
  /// - Throws: ``PostgresError`` if changes of some are not reported; errors about tables that
  ///   cannot be reported at all come first.
  private func reported(_ tables: Set<TableName>, onOtherServer other: String?) throws -> Region {
    var region = Region()
    var missing: PostgresError?
    for table in tables {
      do {
        if let reported = try reported(table) {
          region.insert(reported)
        } else {
          region = .fullDatabase
        }
      } catch let error as PostgresError where error.code == .undefinedObject { missing = error }
    }
    if let other { throw PostgresError.cannotBeReported(onOtherServer: other) }
    if let missing { throw missing }
    return region
  }

  /// Returns the table under whose name a table's changes are reported; `nil` if this is not
  /// certain.
  private func reported(_ table: TableName) throws -> TableName? {
    let tables = try tables
    guard let advice = tables.advice else { return nil }
    if let found = tables.tables[table] {
      if let problem = found.lazy.compactMap(\.problem).first { throw problem }
      return found.count == 1 ? table : nil
    }
    let facts = try facts(of: table)
    if let reason = facts?.reason, !(tables.includesUnlogged && reason.isUnlogged) {
      throw PostgresError.cannotBeReported(table, reason)
    }
    // The root of the partitions need not be the one that is published.
    let reported = facts?.ancestors.last { tables.table($0) != nil }
    if let reported, let found = tables.table(reported) {
      if let problem = found.problem { throw problem }
      return reported
    }
    // If partitions are reported under their own names, any other table may become one later.
    if facts?.isPartitioned == true, try hasReportedPartition(table) { return nil }
    throw PostgresError.isNotReported(
      table,
      advice: advice,
      lacksIdentity: !tables.includesUnlogged && facts?.lacksIdentity == true
    )
  }
}

// MARK: - Order

extension PostgresSnapshotReader {
  /// Sorts NULLs as SQLite does, so that a statement has the same order in both databases.
  package static func orderTerm(_ written: QueryFragment, isDescending: Bool, nullsFirst: Bool?)
    -> QueryFragment
  {
    if nullsFirst != nil { return written }
    return written + QueryFragment(isDescending ? " NULLS LAST" : " NULLS FIRST")
  }

  /// Orders texts in keys by their bytes if possible, since Swift can compare bytes.
  ///
  /// This is permitted because only plans order keys.
  package static func keyTerm(_ key: QueryFragment, _ collation: SortTerm.Collation)
    -> (written: QueryFragment, collation: SortTerm.Collation)
  {
    guard case .custom(let name) = collation else { return (key + " NULLS FIRST", collation) }
    let order = TermOrder(name: name)
    guard ["text", "character varying"].contains(order.type), !order.hasEqualSpellings else {
      return (key + " NULLS FIRST", collation)
    }
    return ("(\(key)) COLLATE \"C\" NULLS FIRST", .binary)
  }
}

// MARK: - Statements

extension PostgresSnapshotReader {
  package static var syntax: SQLGrammar { .postgres }

  /// No column of a table can have such a name.
  ///
  /// https://www.postgresql.org/docs/current/ddl-system-columns.html
  package static var systemColumnNames: Set<String> {
    ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]
  }

  /// PostgreSQL adds integers up as decimal numbers.
  package static var sumsMatchSwift: Bool { false }

  /// The planner leaves out children, partitions and calls that some values exclude.
  package static var valuesDecideRegions: Bool { true }

  /// Plans write portable SQL that this database may not accept.
  package static var checksPlans: Bool { true }

  /// Returns a comparison by `=`, which can use an index; a NULL value is written differently.
  package static func isKey(_ column: QueryFragment, parameter number: Int) -> QueryFragment {
    column + " = \(QueryBinding.parameter(number))"
  }

  package static func isRowNumber(_ column: QueryFragment, inParameter number: Int)
    -> QueryFragment
  { column + " = ANY(\(QueryBinding.parameter(number)))" }

  /// Returns an array in the server's text format.
  package static func list(_ rowNumbers: [Int64]) -> DatabaseValue {
    .text("{" + rowNumbers.lazy.map(String.init).joined(separator: ",") + "}")
  }

  package static func keyStatement(_ query: PlanQuery)
    -> any RowStatement<Void, PostgresSnapshotReader>
  { PostgresRowStatement(query) { _ in } }
}
