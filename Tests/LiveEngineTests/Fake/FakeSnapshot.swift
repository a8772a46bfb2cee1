import DatabaseTypes
import IncrementalQueries
import TypedSQL

@testable import LiveEngine

/// The rows of a ``FakeDatabase`` in one snapshot.
final class FakeSnapshot: LiveSnapshot {
  static let canReadAfterErrors = true

  let rows: [Int64: FakeRow]
  let lastSchemaVersion: Int64?
  private(set) var steppedRowCount = 0
  /// Whether reading fails.
  var fails = false

  let reportsOldRows: Bool
  /// The reason why no query can be read.
  var lock: LiveObstacle?

  init(rows: [Int64: FakeRow], lastSchemaVersion: Int64, reportsOldRows: Bool = true) {
    self.rows = rows
    self.reportsOldRows = reportsOldRows
    self.lastSchemaVersion = lastSchemaVersion
  }

  /// Counts the rows that are read; throws if reading is meant to fail.
  func step(_ count: Int) throws {
    if fails { throw FakeDatabase.Hiccup() }
    steppedRowCount += count
  }

  var hasAttachedSchemas: Bool { false }
  func obstacle(to region: Region) -> LiveObstacle? { lock }

  func recordingReads<Output>(_ body: () throws -> Output)
    -> (result: Result<Output, any Error>, region: Region)
  { (Result { try body() }, Region(table: FakeDatabase.table)) }

  static func isTransient(_ error: any Error) -> Bool { error is FakeDatabase.Hiccup }
  static func isDatabaseError(_ error: any Error) -> Bool { error is FakeDatabase.Hiccup }

  func region(of query: QueryFragment) -> Region { Region(table: FakeDatabase.table) }
  func tableKey(of table: TableName) -> TableKey? { .rowID("id") }
  func rowNumberColumn(of table: TableName) -> String? { "id" }
  func volatileFunctionNames() -> Set<String> { [] }
  func compilesToSameProgram(_ query: QueryFragment, _ other: QueryFragment) -> Bool { true }
  func canCompile(_ query: QueryFragment) -> Bool { true }
  func columnNames(of query: QueryFragment) -> [String] { [] }
  func viewText(_ name: String, in schema: String?) -> QueryFragment? { nil }
  func isAggregated(_ query: QueryFragment) -> Bool { false }
  func readsInOrderOfKeys(_ query: QueryFragment) -> Bool { true }

  func collations(of expressions: [QueryFragment], in parts: SelectParts) -> [SortTerm.Collation]? {
    expressions.map { _ in .binary }
  }

  func filteredColumn(_ name: String, of table: TableName, by constraint: RowFilter.Constraint)
    -> String?
  { name }

  func compare(_ collation: String, _ left: String, _ right: String) -> Int { 0 }

  static func isKey(_ column: QueryFragment, parameter number: Int) -> QueryFragment {
    column + " = \(QueryBinding.parameter(number))"
  }

  static func isRowNumber(_ column: QueryFragment, inParameter number: Int) -> QueryFragment {
    column + " IN (\(QueryBinding.parameter(number)))"
  }

  static func list(_ rowNumbers: [Int64]) -> DatabaseValue {
    .text(rowNumbers.map(String.init).joined(separator: ","))
  }

  static func keyStatement(_ query: PlanQuery) -> any RowStatement<Void, FakeSnapshot> {
    NoStatement()
  }
}

/// A kind of statement that the plans in these tests do not have.
private struct NoStatement: RowStatement {
  func read<Key: PlanKey>(
    _ snapshot: FakeSnapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    more: () throws -> Int,
    into rows: inout PlanRows<Key, Void>
  ) {}
}
