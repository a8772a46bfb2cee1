import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a table that count, and the window-function partition to which each belongs.
///
/// The value of a window function for a row depends only on the rows of its partition.
///
/// Memory for each row that counts: the key twice, and two dictionary entries.
struct PartitionMembers<Key: PlanKey, Snapshot: LiveSnapshot>: PlanMembers {
  private let table: TableName
  private let region: Region
  private let terms: [SortTerm]
  private let all: any RowStatement<Void, Snapshot>
  private let one: any RowStatement<Void, Snapshot>
  private var partitions: [Key: CompositeKey] = [:]
  private var rows: [CompositeKey: Set<Key>] = [:]

  init(_ analyzed: AnalyzedSelect) {
    let source = analyzed.sources[0]
    (table, region) = (source.table, analyzed.region)
    terms = analyzed.partition.map(\.sort)
    let hidden = source.keyColumns + analyzed.partition.map(\.expression)
    func statement(_ purpose: PlanQuery.Purpose, _ conditions: [QueryFragment])
      -> any RowStatement<Void, Snapshot>
    {
      Snapshot.keyStatement(
        PlanQuery(
          purpose,
          analyzed.parts.query(columns: "", hidden: hidden, where: conditions),
          parameterCount: conditions.count,
          keyCount: source.keyColumns.count,
          sortCount: analyzed.partition.count
        )
      )
    }
    all = statement(.allRows, [])
    one = statement(
      .rowsOfKey,
      Snapshot.hasKey(source.keyColumns, isRowNumber: source.hasRowNumbers)
    )
  }

  static func readers(_ analyzed: AnalyzedSelect) -> [RowReader] {
    [.terms(analyzed.partition.map(\.expression))]
  }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func load(_ db: Snapshot) throws {
    (partitions, rows) = ([:], [:])
    add(try all.rows(db, as: Key.self))
  }

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: table, in: region)
    switch touched {
    case .none: return .none
    case .any: return .any
    case .some(let keys): return prefersRerun(keys.count) ? .any : try touchedRows(db, keys)
    }
  }

  private mutating func touchedRows(_ db: Snapshot, _ keys: [Key]) throws -> TouchedRows {
    var found = PlanRows<Key, Void>()
    for key in keys { try one.read(db, key.arguments, limit: .max, into: &found) }
    var touched = Set(keys.compactMap { partitions[$0] })
    var known = touched.flatMap { rows[$0] ?? [] }
    for key in keys { remove(key) }
    for partition in partitions(of: found) where touched.insert(partition).inserted {
      known += rows[partition] ?? []
    }
    add(found)
    if touched.isEmpty { return .none }
    return .some(
      known: known.map { CompositeKey($0.arguments) },
      reads: touched.map { RowRead(reader: 0, key: $0) }
    )
  }

  private mutating func remove(_ key: Key) {
    guard let partition = partitions.removeValue(forKey: key) else { return }
    rows[partition]?.remove(key)
    if rows[partition]?.isEmpty == true { rows[partition] = nil }
  }

  private func partitions(of found: PlanRows<Key, Void>) -> [CompositeKey] {
    found.keys.indices.map { index in
      let values = found.sorts(ofRowAt: index, count: terms.count)
      return terms.groupKey(values)
    }
  }

  private mutating func add(_ found: PlanRows<Key, Void>) {
    for (key, partition) in zip(found.keys, partitions(of: found)) {
      partitions[key] = partition
      rows[partition, default: []].insert(key)
    }
  }
}
