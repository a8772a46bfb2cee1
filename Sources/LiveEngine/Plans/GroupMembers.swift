import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a table that count, and the group to which each belongs.
///
/// Memory for each row that counts: the key and 8 bytes in a dictionary, 24 to 43 bytes for an
/// integer key. Rows of a group share its values.
struct GroupMembers<Key: PlanKey, Snapshot: LiveSnapshot>: Sendable {
  private let table: TableName
  private let region: Region
  private let terms: [SortTerm]
  private let all: any RowStatement<Void, Snapshot>
  private let one: any RowStatement<Void, Snapshot>
  /// Whether a group is shown as one of its rows, so that only its existence can change.
  private let isDistinct: Bool
  private var groups: [Key: CompositeKey] = [:]
  /// The number of rows of each group that has had any.
  private var counts: [CompositeKey: Int] = [:]
  /// The numbers among the values of rows that a `DISTINCT` compares.
  private var numbers: NumberKinds

  init(_ analyzed: AnalyzedSelect) {
    let keys = analyzed.sources[0].keyColumns
    let hidden = keys + analyzed.keys.map(\.expression)
    terms = analyzed.keys.map(\.sort)
    numbers = NumberKinds(columnCount: terms.count)
    table = analyzed.sources[0].table
    region = analyzed.region
    isDistinct = analyzed.isDistinct
    func statement(_ purpose: PlanQuery.Purpose, _ condition: [QueryFragment])
      -> any RowStatement<Void, Snapshot>
    {
      Snapshot.keyStatement(
        PlanQuery(
          purpose,
          analyzed.parts.query(columns: "", hidden: hidden, where: condition, groupedBy: []),
          parameterCount: condition.count,
          keyCount: keys.count,
          sortCount: analyzed.keys.count
        )
      )
    }
    all = statement(.allRows, [])
    let hasKey = keys.enumerated().map { index, key in
      analyzed.sources[0].hasRowNumbers
        ? key + " = \(QueryBinding.parameter(1))" : Snapshot.isKey(key, parameter: index + 1)
    }
    one = statement(.rowsOfKey, hasKey)
  }

  /// The number of rows that count.
  var count: Int { groups.count }

  /// Returns whether reading the groups of touched rows costs less than reading all groups.
  func isWorthPatching(_ touched: [Key]) -> Bool { touched.count <= max(16, count / 8) }

  mutating func load(_ db: Snapshot) throws {
    (groups, counts) = ([:], [:])
    numbers = NumberKinds(columnCount: terms.count)
    let rows = try all.rows(db, as: Key.self)
    for index in rows.keys.indices {
      let group = try group(rows, index)
      add(rows.keys[index], to: group)
    }
  }

  /// Counts a row, which shares the values of its group.
  private mutating func add(_ key: Key, to group: CompositeKey) {
    let place = counts.index(forKey: group)
    groups[key] = place.map { counts.keys[$0] } ?? group
    counts[group, default: 0] += 1
  }

  private mutating func remove(_ key: Key) -> CompositeKey? {
    guard let group = groups.removeValue(forKey: key) else { return nil }
    counts[group, default: 1] -= 1
    return group
  }

  /// Reads touched rows again.
  ///
  /// - Returns: The groups to which they belonged, or belong now.
  mutating func update(_ db: Snapshot, keys: [Key]) throws -> Set<CompositeKey> {
    var touched: Set<CompositeKey> = []
    var found = PlanRows<Key, Void>()
    for key in keys { try one.read(db, key.arguments, limit: .max, into: &found) }
    for key in keys { if let old = remove(key) { touched.insert(old) } }
    for index in found.keys.indices {
      let group = try group(found, index)
      add(found.keys[index], to: group)
      touched.insert(group)
    }
    return touched
  }

  /// - Throws: ``PlanFailure`` if equal values of a `DISTINCT` may have several representations.
  private mutating func group(_ rows: PlanRows<Key, Void>, _ index: Int) throws -> CompositeKey {
    let values = rows.sorts(ofRowAt: index, count: terms.count)
    if isDistinct, numbers.areAmbiguous(with: values) { throw PlanFailure.ambiguousValues }
    return terms.groupKey(values)
  }
}

// MARK: - Group members of a plan

extension GroupMembers: PlanMembers {
  static func readers(_ analyzed: AnalyzedSelect) -> [RowReader] {
    analyzed.isDistinct ? [.ownKey, .source(analyzed.sources[0])] : [.ownKey]
  }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: table, in: region)
    switch touched {
    case .none: return .none
    case .some(let keys) where isWorthPatching(keys):
      if isDistinct { return try touchedRows(db, keys: keys) }
      let groups = try Array(update(db, keys: keys))
      if groups.isEmpty { return .none }
      return .some(known: groups, reads: groups.map { RowRead(reader: 0, key: $0) })
    case .some, .any: return .any
    }
  }

  /// Finds the groups that appeared or disappeared, if a group is shown as one of its rows.
  ///
  /// A group that appeared is read by one of its rows.
  private mutating func touchedRows(_ db: Snapshot, keys: [Key]) throws -> TouchedRows {
    let before = Set(keys.compactMap { groups[$0] })
    let touched = try update(db, keys: keys)
    let gone = touched.filter { counts[$0] == 0 }
    for group in gone { counts[group] = nil }
    var reads: [CompositeKey: RowRead] = [:]
    for key in keys {
      guard let group = groups[key], !before.contains(group), reads[group] == nil else { continue }
      reads[group] = RowRead(reader: 1, key: CompositeKey(key.arguments))
    }
    if gone.isEmpty, reads.isEmpty { return .none }
    return .some(known: Array(gone) + reads.keys, reads: Array(reads.values))
  }
}
