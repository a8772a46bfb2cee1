package import DatabaseTypes
package import IncrementalQueries
package import LiveEngine
package import SQLiteDatabase
import SQLiteQueries
package import TypedSQL

/// A reading connection is one snapshot of a database.
extension Database: LiveSnapshot {
  package static var canReadAfterErrors: Bool { true }

  package static func isTransient(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is CancellationError }
    return transientCodes.contains(error.code)
  }

  private static let transientCodes: Set<DatabaseError.Code> = [
    .busy, .locked, .interrupted, .inputOutput, .outOfMemory, .full, .cannotOpen, .permission,
    .schemaChanged, .transactionAborted, .corrupt, .notADatabase, .other,
  ]

  package static func isDatabaseError(_ error: any Error) -> Bool { error is DatabaseError }

  /// Returns the declared key, or the row number if there is none.
  package func primaryKeyColumns(of table: TableName) throws -> [String] {
    try tableKey(of: table) == nil ? [] : primaryKey(table).columns
  }

  package func rowNumberColumn(of table: TableName) throws -> String? {
    try primaryKey(table).rowIDColumn
  }

  /// Returns an empty list, unless a column is `REAL` in some of the statements alone: SQLite then
  /// shows an integer of another one as an integer, or as `3.0` where it reads them all together.
  package func compoundTypes(of query: QueryFragment, arms: [QueryFragment]) throws
    -> [QueryFragment]?
  {
    Set(try arms.map(realColumns)).count > 1 ? nil : []
  }

  /// Returns whether SQLite aggregates rows.
  package func isAggregated(_ query: QueryFragment) throws -> Bool {
    try instructions(of: query).contains { $0.opcode.hasPrefix("Agg") || $0.opcode == "Count" }
  }

  /// Returns whether SQLite reads the rows in rowid order.
  ///
  /// It must open only the table itself; an opened index has its columns as the argument: `k(2,,)`.
  package func readsInOrderOfKeys(_ query: QueryFragment) throws -> Bool {
    let instructions = try instructions(of: query)
    let opened = instructions.filter { $0.opcode.hasPrefix("Open") || $0.opcode == "SorterOpen" }
    return opened.count == 1 && opened[0].opcode == "OpenRead"
      && !opened[0].argument.hasPrefix("k(")
      && !instructions.contains { $0.opcode == "Last" || $0.opcode == "Prev" }
  }

  /// Returns whether SQLite reads the rows from the table itself, one after the other, by no index.
  package func scansTable(for query: QueryFragment) throws -> Bool {
    let instructions = try instructions(of: query)
    let opened = instructions.filter { $0.opcode == "OpenRead" }
    return opened.count == 1 && !opened[0].argument.hasPrefix("k(")
      && instructions.contains { $0.opcode == "Next" }
      && !instructions.contains { ["Last", "Prev", "VOpen"].contains($0.opcode) }
  }

  /// Asks a collation to compare two texts.
  package func compare(_ collation: String, _ left: String, _ right: String) throws -> Int {
    let sql = """
      SELECT CASE WHEN ?1 < ?2 COLLATE \(quotedIdentifier(collation)) THEN -1 \
      ELSE ?1 <> ?2 COLLATE \(quotedIdentifier(collation)) END
      """
    let row = try Row.fetchOne(self, sql: sql, arguments: [left, right])
    guard case .integer(let order) = row?.values.first else { return 0 }
    return Int(order)
  }
}

// MARK: - Kept analyses

extension Database {
  /// The largest number of analyses that are kept.
  private static let maxAnalyses = 256

  package func cachedAnalysis(of shape: StatementShape) -> AnalyzedSelect? {
    schemaFacts[shape] as? AnalyzedSelect
  }

  package func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape) {
    if schemaFacts.count >= Self.maxAnalyses { schemaFacts = [:] }
    schemaFacts[shape] = analyzed
  }
}

// MARK: - Statements

extension Database {
  package static func isKey(_ column: QueryFragment, parameter number: Int) -> QueryFragment {
    column + " IS \(QueryBinding.parameter(number))"
  }

  package static func isRowNumber(_ column: QueryFragment, inParameter number: Int)
    -> QueryFragment
  { column + " IN (SELECT value FROM json_each(\(QueryBinding.parameter(number))))" }

  /// Returns a JSON array of row numbers.
  package static func list(_ rowNumbers: [Int64]) -> DatabaseValue {
    .text("[" + rowNumbers.lazy.map(String.init).joined(separator: ",") + "]")
  }

  package static func keyStatement(_ query: PlanQuery) -> any RowStatement<Void, Database> {
    SQLiteRowStatement(query, RowDecoding())
  }
}

// MARK: - Collations

extension Database {
  /// Returns the collations by which SQLite compares expressions.
  ///
  /// A sorter names them in its instruction: `k(2,NOCASE,B)`. The unary plus keeps SQLite from
  /// using an index instead.
  package func collations(of expressions: [QueryFragment], in parts: SelectParts) throws
    -> [SortTerm.Collation]?
  {
    guard !expressions.isEmpty else { return [] }
    let terms = expressions.map { QueryFragment("+(") + $0 + QueryFragment(")") }
    let query =
      QueryFragment("SELECT 1 FROM ") + parts.from + QueryFragment(" ORDER BY ")
      + terms.joined(separator: ", ")
    // Aggregate terms are only allowed in a grouped statement, and names only next to the columns
    // that they name.
    let columns: QueryFragment? = parts.names.isEmpty ? "1" : nil
    let grouped = parts.groups.isEmpty ? query : parts.query(columns: columns, order: terms)
    // The sorter of the order comes before the sorter of the groups.
    let sorter = try? instructions(of: grouped).first { instruction in
      // A subquery in `FROM` may have an ephemeral table, which is not sorted.
      (instruction.opcode == "SorterOpen" || instruction.opcode == "OpenEphemeral")
        && instruction.argument.hasPrefix("k(")
    }
    guard let argument = sorter?.argument, argument.hasSuffix(")") else {
      return nil
    }
    let names = argument.dropFirst(2).dropLast().split(
      separator: ",",
      omittingEmptySubsequences: false
    ).dropFirst()
    guard names.count == terms.count || names.count == terms.count + 1 && names.last == "" else {
      return nil
    }
    let bytewise = try byteCollation()
    return names.prefix(terms.count).map { SortTerm.Collation(sorterName: String($0), bytewise) }
  }

  /// Returns the order of `BINARY`, which compares texts as they are stored.
  ///
  /// The other collations of SQLite compare UTF-8 in any file. Attached files have the encoding of
  /// the main one.
  package func byteCollation() throws -> SortTerm.Collation {
    let encoding = try internalRows("PRAGMA encoding", []).first?.first
    return switch encoding {
    case .text("UTF-16le")?: .binaryUTF16(isBigEndian: false)
    case .text("UTF-16be")?: .binaryUTF16(isBigEndian: true)
    default: .binary
    }
  }
}

extension SortTerm.Collation {
  /// Creates a collation from its name in a sorter's instruction.
  fileprivate init(sorterName name: String, _ bytewise: Self) {
    self =
      switch name.uppercased() {
      case "B", "BINARY", "": bytewise
      case "NOCASE": .noCase
      case "RTRIM": .rightTrim
      default: .custom(name)
      }
  }
}

extension Database {
  /// Returns the plan that would keep a live query of SQL text up to date, without reading its
  /// rows.
  ///
  /// The rows may still lead to another plan: if two of them have the same key, the query runs
  /// again.
  ///
  /// - Parameter sql: One statement that only reads.
  /// - Returns: The plan, and the tables and columns whose changes wake it.
  /// - Throws: ``DatabaseError`` for a statement that cannot be compiled.
  /// - Complexity: Compiles the statement several times, and looks up its tables.
  package func livePlan(ofSQL sql: String) throws -> (plan: LivePlan, region: Region) {
    let text = QueryFragment(sql)
    guard let parts = SelectParts.reading(text) else {
      return (.rerun(.text), try region(ofSQL: sql))
    }
    let analyzed = try PlanAnalysis.plan(parts, query: parts.statement, readFrom: text, self)
    return (analyzed.plan, analyzed.region)
  }
}
