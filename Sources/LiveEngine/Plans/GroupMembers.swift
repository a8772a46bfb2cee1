import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a table that count, and the group to which each belongs.
///
/// Memory for each row that counts: the key and 8 bytes in a dictionary, 24 to 43 bytes for an integer key. Rows of one
/// group share what they have in common.
struct GroupMembers<Key: PlanKey, Snapshot: LiveSnapshot>: Sendable {
  private let table: TableName
  private let region: Region
  private let terms: [SortTerm]
  private let all: any RowStatement<Void, Snapshot>
  private let one: any RowStatement<Void, Snapshot>
  private var groups: [Key: CompositeKey] = [:]
  private var known: Set<CompositeKey> = []

  init(_ analyzed: AnalyzedSelect) {
    let keys = analyzed.sources[0].keyColumns
    let hidden = keys + analyzed.keys.map(\.expression)
    terms = analyzed.keys.map(\.sort)
    table = analyzed.sources[0].table
    region = analyzed.region
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

  /// Whether reading the groups of touched rows again is less work than reading all groups.
  func areFew(_ touched: [Key]) -> Bool { touched.count <= max(16, count / 8) }

  mutating func load(_ db: Snapshot) throws {
    var groups: [Key: CompositeKey] = [:]
    var known: Set<CompositeKey> = []
    let rows = try all.rows(db, as: Key.self)
    for index in rows.keys.indices {
      groups[rows.keys[index]] = known.insert(group(rows, index)).memberAfterInsert
    }
    (self.groups, self.known) = (groups, known)
  }

  /// Reads touched rows again.
  ///
  /// - Returns: The groups to which they belonged, or belong now.
  mutating func update(_ db: Snapshot, keys: [Key]) throws -> Set<CompositeKey> {
    var touched: Set<CompositeKey> = []
    var found = PlanRows<Key, Void>()
    for key in keys { try one.read(db, key.arguments, limit: .max, into: &found) }
    for key in keys {
      if let old = groups.removeValue(forKey: key) { touched.insert(old) }
    }
    for index in found.keys.indices {
      let group = known.insert(group(found, index)).memberAfterInsert
      groups[found.keys[index]] = group
      touched.insert(group)
    }
    return touched
  }

  private func group(_ rows: PlanRows<Key, Void>, _ index: Int) -> CompositeKey {
    let values = rows.sorts(ofRowAt: index, count: terms.count)
    return CompositeKey(zip(terms, values).map { $0.groupValue($1) })
  }
}

// MARK: - In a plan

extension GroupMembers: PlanMembers {
  static func readers(_ analyzed: AnalyzedSelect) -> [AnalyzedSelect.Source?] { [nil] }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRun: (Int) -> Bool
  ) throws -> TouchedRows {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: table, in: region)
    switch touched {
    case .none: return .none
    case .some(let keys) where areFew(keys):
      let groups = try Array(update(db, keys: keys))
      if groups.isEmpty { return .none }
      return .some(known: groups, reads: groups.map { RowRead(reader: 0, key: $0) })
    case .some, .any: return .any
    }
  }
}
