package import DatabaseTypes
package import IncrementalQueries
package import LiveEngine
import PostgreSQL
package import TypedSQL

/// What plans ask of a statement.
extension PostgresSnapshotReader: LiveSnapshot {
  package var lastSchemaVersion: Int64? { schemaVersion }
  package var hasAttachedSchemas: Bool { false }
  package var rerunReason: LivePlan.Reason? { changes.rerunReason }

  package static func mayPass(_ error: any Error) -> Bool {
    guard let error = error as? PostgresError else {
      return error is CancellationError || error is StreamUnavailable
    }
    return error.mayPass
  }

  package static func isOfDatabase(_ error: any Error) -> Bool { error is PostgresError }

  /// The tables that the planner reads, and those that the statement names; any table where a function may read others.
  ///
  /// - Throws: ``PostgresError`` also where changes of one of them are not told, with the SQL to run.
  package func region(of query: QueryFragment) throws -> Region {
    if try tables.advice == nil { return .fullDatabase }
    if try !FragmentWords([query]).words.isDisjoint(with: functions.readers) {
      return .fullDatabase
    }
    return try region(of: query) {
      let text = StatementText("EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) " + query)
      // The answer is one row with one document.
      let json = try rows(text).first { row in try row.decode(String.self, at: 0) }
      let explained = try ExplainedQuery(json ?? "[]")
      // Of what the planner leaves out, more may come: a partition that is not there yet.
      let named = try named(in: text.sql)
      // The plan does not say how a limit is found.
      if explained.hasLimit, named.callsFunctions { return .fullDatabase }
      if try callsReader(explained) { return .fullDatabase }
      return try told(explained.tables.union(named.tables), elsewhere: explained.scanElsewhere)
    }
  }

  /// Whether a plan calls a function, itself or by an operator, that may read any table: a view or a policy may.
  private func callsReader(_ explained: ExplainedQuery) throws -> Bool {
    let functions = try functions
    return !explained.calls.isDisjoint(with: functions.readers)
      || functions.readingOperators.contains(where: explained.mentions)
  }

  package func tableKey(of table: TableName) throws -> TableKey? {
    try tables.table(table)?.key?.tableKey
  }

  package func rowNumberColumn(of table: TableName) throws -> String? {
    guard case .rowID(let name)? = try tableKey(of: table) else { return nil }
    return name
  }

  package func volatileFunctionNames() throws -> Set<String> { try functions.volatile }

  /// SQL text is not taken apart: that two texts mean the same is not known.
  package func compilesAlike(_ query: QueryFragment, _ other: QueryFragment) -> Bool {
    query == other
  }

  package func canCompile(_ query: QueryFragment) -> Bool { (try? columns(of: query)) != nil }

  package func columnNames(of query: QueryFragment) throws -> [String] {
    try columns(of: query).names
  }

  /// Views are not read through: their statements are in the server's SQL.
  package func viewText(_ name: String, in schema: String?) -> QueryFragment? { nil }

  /// Whether it calls a function that adds rows up; a column of that name counts as well, so that more is read than needed.
  package func isAggregated(_ query: QueryFragment) throws -> Bool {
    try !FragmentWords([query]).words.isDisjoint(with: functions.aggregates)
  }

  /// The server promises no order that a statement does not ask for.
  package func readsInOrderOfKeys(_ query: QueryFragment) -> Bool { false }

  /// Of old rows keys are told alone.
  package var tellsOldRows: Bool { false }

  /// The column as the change stream tells its values, where that tells changes.
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
  /// The tables as whose changes those of some tables are told.
  ///
  /// - Parameter elsewhere: What else another server reads.
  /// - Throws: ``PostgresError`` where some are not told; first of one of which they cannot be.
  private func told(_ tables: Set<TableName>, elsewhere: String?) throws -> Region {
    var region = Region()
    var missing: PostgresError?
    for table in tables {
      do {
        if let told = try told(table) { region.insert(told) } else { region = .fullDatabase }
      } catch let error as PostgresError where error.code == .undefinedObject { missing = error }
    }
    if let elsewhere { throw PostgresError.cannotBeTold(elsewhere: elsewhere) }
    if let missing { throw missing }
    return region
  }

  /// The table as whose changes those of a table are told; `nil` where that is not known for sure.
  private func told(_ table: TableName) throws -> TableName? {
    let tables = try tables
    guard let advice = tables.advice else { return nil }
    if let found = tables.tables[table] {
      if let problem = found.lazy.compactMap(\.problem).first { throw problem }
      return found.count == 1 ? table : nil
    }
    let facts = try facts(of: table)
    if let reason = facts?.reason, !(tables.includesUnlogged && reason.isUnlogged) {
      throw PostgresError.cannotBeTold(table, reason)
    }
    if let root = facts?.root, let found = tables.table(root) {
      if let problem = found.problem { throw problem }
      return root
    }
    // Where partitions are told by names of their own, any other may be one of them before long.
    if facts?.isPartitioned == true, try hasToldPartition(table) { return nil }
    throw PostgresError.isNotTold(table, advice: advice)
  }
}

// MARK: - Order

extension PostgresSnapshotReader {
  /// NULLs come where they come on SQLite, so that a statement has one order on both.
  package static func orderTerm(_ written: QueryFragment, isDescending: Bool, nullsFirst: Bool?)
    -> QueryFragment
  {
    if nullsFirst != nil { return written }
    return written + QueryFragment(isDescending ? " NULLS LAST" : " NULLS FIRST")
  }

  /// Keys are ordered by plans alone, so that texts among them may be ordered by their bytes, which Swift compares.
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
  /// PostgreSQL adds integers up as decimal numbers.
  package static var addsUpAsSwift: Bool { false }

  /// What plans write is SQL of many databases, but not surely this one's.
  package static var checksPlans: Bool { true }

  /// An equation, which an index serves; where the value is NULL, it is written in another way.
  package static func isKey(_ column: QueryFragment, parameter number: Int) -> QueryFragment {
    column + " = \(QueryBinding.parameter(number))"
  }

  package static func isRowNumber(_ column: QueryFragment, inParameter number: Int)
    -> QueryFragment
  { column + " = ANY(\(QueryBinding.parameter(number)))" }

  /// An array, as the server reads it.
  package static func list(_ rowNumbers: [Int64]) -> DatabaseValue {
    .text("{" + rowNumbers.lazy.map(String.init).joined(separator: ",") + "}")
  }

  package static func keyStatement(_ query: PlanQuery)
    -> any RowStatement<Void, PostgresSnapshotReader>
  { PostgresRowStatement(query) { _ in } }
}
