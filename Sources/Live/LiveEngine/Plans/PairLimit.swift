import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// A limit for the rows of a join that a plan reads and keeps though its result may not show them.
///
/// An inequality joins each row with half of all others, which costs memory that grows with the
/// square of the rows. So the number of pairs is limited by the number of rows in the tables;
/// beyond that, the plan fails. The rows of the tables are counted only if there are many pairs.
struct PairLimit<Snapshot: LiveSnapshot>: Sendable {
  /// The join or the subquery, as reasons show it.
  private let name: String
  private let tables: Set<TableName>
  /// The largest number of pairs.
  private var limit = Self.fewPairs
  /// Whether the limit is that for the number of the tables' rows.
  private var isByRows = false
  private var count = 0

  /// The number of pairs that are worth their memory for any number of rows.
  private static var fewPairs: Int { 1_000 }

  /// The number of rows that may all be compared with each other.
  private static var fewRows: Int { 500 }

  /// Creates the limit of the tables that a statement joins.
  init(_ tables: some Sequence<TableName>, name: String) {
    self.name = name
    self.tables = Set(tables)
  }

  /// Creates the limit of the rows of a statement's inner join.
  init(_ sources: [AnalyzedSelect.Source]) {
    let names = sources.map { "“\($0.alias)”" }
    self.init(sources.map(\.table), name: "the join of \(names.joined(separator: ", "))")
  }

  /// Forgets how many pairs there were, and how many rows the tables had.
  mutating func reset() { (limit, isByRows, count) = (Self.fewPairs, false, 0) }

  /// Forgets how many pairs there were: as many may be read once more.
  mutating func restart() { count = 0 }

  /// Reads all pairs, as if there had been none before.
  ///
  /// - Throws: ``PlanFailure/manyLinks`` if there are too many.
  func readAll<Key: PlanKey>(_ statement: any RowStatement<Void, Snapshot>, _ db: Snapshot) throws
    -> PlanRows<Key, Void>
  {
    var limit = self
    limit.reset()
    return try limit.read(statement, [], db)
  }

  /// Reads pairs.
  ///
  /// - Throws: ``PlanFailure/manyLinks`` if there are too many by now.
  mutating func read<Key: PlanKey>(
    _ statement: any RowStatement<Void, Snapshot>,
    _ arguments: [DatabaseValue],
    _ db: Snapshot
  ) throws -> PlanRows<Key, Void> {
    var rows = PlanRows<Key, Void>()
    var isOver = false
    // One pair beyond the limit shows that there are too many.
    try statement.read(
      db,
      arguments,
      limit: limit + 1 - count,
      more: {
        let further = try raise(db)
        isOver = further == 0
        return further
      },
      into: &rows
    )
    if isOver { throw PlanFailure.manyLinks(name) }
    count += rows.elements.count
    return rows
  }

  /// Throws if a query of all pairs would compare all rows of large tables with each other, unless
  /// a statement does so itself.
  ///
  /// - Throws: ``PlanFailure/unindexedLinks``
  func check(_ query: QueryFragment, against statement: SelectParts, _ db: Snapshot) throws {
    guard try db.comparesAllRows(for: query), try !db.comparesAllRows(for: statement.statement),
      try rowCount(db) > Self.fewRows
    else { return }
    throw PlanFailure.unindexedLinks(name)
  }

  /// Raises the limit to a few pairs for each row of the tables, which are worth their memory,
  /// unless it is that already.
  ///
  /// - Returns: The number of further pairs that it allows.
  private mutating func raise(_ db: Snapshot) throws -> Int {
    if isByRows { return 0 }
    let before = limit
    (limit, isByRows) = (Self.fewPairs + 8 * (try rowCount(db)), true)
    return limit - before
  }

  /// Returns the number of rows of the tables.
  private func rowCount(_ db: Snapshot) throws -> Int {
    var rows = PlanRows<Int64, Void>()
    for table in tables { try Self.count(of: table).read(db, [], limit: 1, into: &rows) }
    return rows.sorts.reduce(0) { sum, value in
      guard case .integer(let count) = value else { return sum }
      return sum + Int(count)
    }
  }

  private static func count(of table: TableName) -> any RowStatement<Void, Snapshot> {
    let rows = SelectParts(
      sources: nil,
      columns: "",
      from: "\(quote: table.schema).\(quote: table.name)",
      conditions: []
    )
    return Snapshot.keyStatement(
      PlanQuery(.allRows, rows.query(hidden: ["count(*)"], where: []), sortCount: 1)
    )
  }
}
