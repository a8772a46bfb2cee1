import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Which rows of a table count, and to which group each belongs.
///
/// Memory for each row that counts: the key and 8 bytes in a dictionary, 24 to 43 bytes for an integer key. Rows of one
/// group share what they have in common.
struct GroupMembers<Key: PlanKey>: Sendable {
  private let terms: [SortTerm]
  private let keyCount: Int
  private let all: HiddenColumnQuery<Void>
  private let one: HiddenColumnQuery<Void>
  private var groups: [Key: CompositeKey] = [:]
  private var known: Set<CompositeKey> = []

  init(_ planned: PlannedSelect) {
    let keys = planned.sources[0].keyColumns
    let hidden = keys + planned.keys.map(\.expression)
    terms = planned.keys.map(\.sort)
    keyCount = keys.count
    all = HiddenColumnQuery(
      planned.parts.query(columns: "", hidden: hidden, groupedBy: []),
      hiddenCount: hidden.count,
      decoding: RowDecoding()
    )
    let comparison: QueryFragment = planned.hasRowNumbers ? " = " : " IS "
    let hasKey = keys.enumerated().map { index, key in
      key + comparison + "\(QueryBinding.parameter(index + 1))"
    }
    one = HiddenColumnQuery(
      planned.parts.query(columns: "", hidden: hidden, where: hasKey, groupedBy: []),
      hiddenCount: hidden.count,
      parameterCount: keys.count,
      decoding: RowDecoding()
    )
  }

  /// The number of rows that count.
  var count: Int { groups.count }

  /// Whether reading the groups of touched rows again is less work than reading all groups.
  func areFew(_ touched: [Key]) -> Bool { touched.count <= max(16, count / 8) }

  mutating func load(_ db: Database) throws {
    var groups: [Key: CompositeKey] = [:]
    var known: Set<CompositeKey> = []
    try all.forEach(db) { _, hidden in
      let group = known.insert(try group(hidden)).memberAfterInsert
      groups[try Key(hidden, count: keyCount)] = group
    }
    (self.groups, self.known) = (groups, known)
  }

  /// Reads touched rows again.
  ///
  /// - Returns: The groups to which they belonged, or belong now.
  mutating func update(_ db: Database, keys: [Key]) throws -> Set<CompositeKey> {
    var touched: Set<CompositeKey> = []
    var found: [(Key, CompositeKey)] = []
    for key in keys {
      try one.forEach(db, key.arguments) { _, hidden in
        found.append((try Key(hidden, count: keyCount), try group(hidden)))
      }
    }
    for key in keys {
      if let old = groups.removeValue(forKey: key) { touched.insert(old) }
    }
    for (key, group) in found {
      groups[key] = known.insert(group).memberAfterInsert
      touched.insert(group)
    }
    return touched
  }

  private func group(_ hidden: borrowing HiddenColumns) throws -> CompositeKey {
    var values: [DatabaseValue] = []
    for (index, term) in terms.enumerated() {
      values.append(term.groupValue(try hidden.value(at: keyCount + index)))
    }
    return CompositeKey(values)
  }
}

extension PlannedSelect {
  /// Whether the rows of the first table have numbers.
  var hasRowNumbers: Bool { if case .rowID = sources[0].key { true } else { false } }
}
