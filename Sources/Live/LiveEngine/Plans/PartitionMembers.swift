import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a table that count, and the window-function partition to which each belongs.
///
/// The value of a window function for a row depends only on the rows of its partition.
struct PartitionMembers<Key: PlanKey, Snapshot: LiveSnapshot>: PlanMembers {
  /// The partitions that commits touched.
  struct Touched {
    /// The keys of the rows that were in them before.
    let known: [Key]
    /// The number of rows that are in them now.
    let rowCount: Int
    /// The reads that find those.
    let reads: [RowRead]
  }

  /// The effect of commits.
  enum Change {
    /// No row was touched.
    case none
    /// All rows of some partitions may have changed.
    case some(Touched)
    /// Any row may have changed.
    case any
  }

  private let table: TableName
  private let region: Region
  private let terms: [SortTerm]
  private let statements: MemberStatements<Key, Snapshot>
  /// Whether the database reads the whole table to find a partition by its values.
  private let scansTable: Bool
  let readers: [RowReader]
  private var rows = PartitionRows<Key>()

  /// The number of rows that are read by their numbers, however few there are in the table.
  private static var fewRows: Int { 64 }

  /// Creates members that have not been loaded.
  ///
  /// - Parameters:
  ///   - partition: The terms by which all window functions partition the rows.
  ///   - scansTable: Whether no index finds the rows of a partition.
  init(_ analyzed: AnalyzedSelect, _ partition: [AnalyzedSelect.Term], _ scansTable: Bool) {
    let (source, values) = (analyzed.sources[0], partition.map(\.expression))
    (table, region) = (source.table, analyzed.region)
    terms = partition.map(\.sort)
    statements = MemberStatements(analyzed, values: values)
    self.scansTable = scansTable
    readers = scansTable ? [.terms(values), .rowNumbers(source)] : [.terms(values)]
  }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func load(_ db: Snapshot) throws {
    rows = PartitionRows()
    let found = try statements.readAll(db)
    rows.add(found.keys, in: partitions(of: found))
  }

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows {
    switch try change(by: changes, db) {
    case .none: .none
    case .some(let touched):
      .some(known: touched.known.map { CompositeKey($0.arguments) }, reads: touched.reads)
    case .any: .any
    }
  }

  /// Finds the partitions that commits touched, and updates what it knows about them.
  ///
  /// If it returns that any row may have changed, it must be loaded again with `load`.
  mutating func change(by changes: ChangeSet, _ db: Snapshot) throws -> Change {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: table, in: region)
    switch touched {
    case .none: return .none
    case .any: return .any
    case .some(let keys):
      // Reading very many rows one by one costs more than reading all.
      if keys.count > max(16, rows.count / 8) { return .any }
      let found = try statements.read(db, keys)
      let (changed, known) = rows.replace(keys, by: found.keys, in: partitions(of: found))
      return changed.isEmpty ? .none : .some(reading(changed, known))
    }
  }

  private func reading(_ partitions: [CompositeKey], _ known: [Key]) -> Touched {
    let keys = rows.keys(of: partitions)
    return Touched(known: known, rowCount: keys.count, reads: reads(of: partitions, keys))
  }

  /// Returns the reads of partitions, except for those without rows.
  ///
  /// By their values, each steps through the whole table if no index finds it. Looking up a row by
  /// its number costs as much as several steps.
  private func reads(of partitions: [CompositeKey], _ keys: [Key]) -> [RowRead] {
    if keys.isEmpty { return [] }
    guard scansTable, keys.count <= max(Self.fewRows, rows.count / 8 * partitions.count) else {
      return partitions.filter { rows.contains($0) }.map { RowRead(reader: 0, key: $0) }
    }
    let numbers = keys.compactMap(\.rowNumber).sorted()
    return [RowRead(reader: 1, key: CompositeKey([Snapshot.list(numbers)]))]
  }

  private func partitions(of found: PlanRows<Key, Void>) -> [CompositeKey] {
    found.keys.indices.map { terms.groupKey(found.sorts(ofRowAt: $0, count: terms.count)) }
  }
}
