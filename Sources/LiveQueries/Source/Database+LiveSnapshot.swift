import DatabaseQueries
package import DatabaseTypes
package import IncrementalQueries
package import LiveEngine
package import SQLiteDatabase
package import TypedSQL

/// A connection that reads is one moment of a database.
extension Database: LiveSnapshot {
  package static func mayPass(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is CancellationError }
    return passingCodes.contains(error.code)
  }

  private static let passingCodes: Set<DatabaseError.Code> = [
    .busy, .locked, .interrupted, .inputOutput, .outOfMemory, .full, .cannotOpen, .permission,
    .schemaChanged, .transactionAborted, .corrupt, .notADatabase, .other,
  ]

  package static func isOfDatabase(_ error: any Error) -> Bool { error is DatabaseError }

  package func rowNumberColumn(of table: TableName) throws -> String? {
    try primaryKey(table).rowIDColumn
  }

  /// Whether SQLite adds rows up.
  package func isAggregated(_ query: QueryFragment) throws -> Bool {
    try instructions(of: query).contains { $0.opcode.hasPrefix("Agg") || $0.opcode == "Count" }
  }

  /// Whether SQLite reads the rows in the order of their numbers.
  ///
  /// It opens the table alone; an index has its columns as the argument: `k(2,,)`.
  package func readsInOrderOfKeys(_ query: QueryFragment) throws -> Bool {
    let instructions = try instructions(of: query)
    let opened = instructions.filter { $0.opcode.hasPrefix("Open") || $0.opcode == "SorterOpen" }
    return opened.count == 1 && opened[0].opcode == "OpenRead"
      && !opened[0].argument.hasPrefix("k(")
      && !instructions.contains { $0.opcode == "Last" || $0.opcode == "Prev" }
  }

  /// Asks a collation where a text stands in relation to another.
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

// MARK: - What is kept

extension Database {
  /// So many are kept at most.
  private static let mostAnalyses = 256

  package func keptAnalysis(of shape: StatementShape) -> AnalyzedSelect? {
    schemaFacts[shape] as? AnalyzedSelect
  }

  package func keep(_ analyzed: AnalyzedSelect, of shape: StatementShape) {
    if schemaFacts.count >= Self.mostAnalyses { schemaFacts = [:] }
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

  /// A list of JSON.
  package static func list(_ rowNumbers: [Int64]) -> DatabaseValue {
    .text("[" + rowNumbers.lazy.map(String.init).joined(separator: ",") + "]")
  }

  package static func keyStatement(_ query: PlanQuery) -> any RowStatement<Void, Database> {
    SQLiteRowStatement(query, RowDecoding())
  }
}

// MARK: - Collations

extension Database {
  /// By which collations SQLite compares expressions.
  ///
  /// A sorter has them in its instruction: `k(2,NOCASE,B)`. The unary plus keeps SQLite from using an index instead.
  package func collations(of expressions: [QueryFragment], in parts: SelectParts) throws
    -> [SortTerm.Collation]?
  {
    guard !expressions.isEmpty else { return [] }
    let terms = expressions.map { QueryFragment("+(") + $0 + QueryFragment(")") }
    let query =
      QueryFragment("SELECT 1 FROM ") + parts.from + QueryFragment(" ORDER BY ")
      + terms.joined(separator: ", ")
    // Terms that are aggregates can stand in a grouped statement only, and a name beside what has it.
    let columns: QueryFragment? = parts.names.isEmpty ? "1" : nil
    let grouped = parts.groups.isEmpty ? query : parts.query(columns: columns, order: terms)
    // That of the order comes before that of the groups.
    let sorter = try? instructions(of: grouped).first { instruction in
      // A statement in `FROM` may have a table of its own, which is not sorted.
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
    return names.prefix(terms.count).map { SortTerm.Collation(sorterName: String($0)) }
  }
}

extension SortTerm.Collation {
  /// A collation by the name that the instruction of a sorter has.
  fileprivate init(sorterName name: String) {
    self =
      switch name.uppercased() {
      case "B", "BINARY", "": .binary
      case "NOCASE": .noCase
      case "RTRIM": .rightTrim
      default: .custom(name)
      }
  }
}
