import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Which rows of the first table of a join each row of the others has to do with.
///
/// The links are those of the join itself where a `LEFT JOIN` is part of it: a row that a condition leaves out can, by
/// going, bring one without a partner.
///
/// Memory: for each row of the join its keys twice, and two entries of dictionaries: a few hundred bytes.
struct JoinLinks: Sendable {
  /// Where the key of each table stands in that of a row of the join.
  private let places: [Range<Int>]
  private let all: HiddenColumnQuery<Void>
  private let ofRoot: HiddenColumnQuery<Void>
  /// For each table but the first: the keys of the first table's rows that a row of it is joined to.
  private let ofOther: [HiddenColumnQuery<Void>]
  /// The keys of the join's rows, by that of the first table's.
  private var rows: [CompositeKey: Set<CompositeKey>] = [:]
  private var roots: [[CompositeKey: Set<CompositeKey>]]

  init(_ planned: PlannedSelect) {
    var places: [Range<Int>] = []
    for source in planned.sources {
      let start = places.last?.upperBound ?? 0
      places.append(start..<start + source.keyColumns.count)
    }
    self.places = places
    roots = Array(repeating: [:], count: planned.sources.count)
    let keys = planned.sources.flatMap(\.keyColumns)
    let isOptional = planned.sources.contains(where: \.isOptional)
    let conditions = isOptional ? [] : planned.parts.conditions
    func query(_ hidden: [QueryFragment], key: [QueryFragment]?) -> HiddenColumnQuery<Void> {
      let hasKey = (key ?? []).enumerated().map { index, column in
        column + " IS \(QueryBinding.parameter(index + 1))"
      }
      return HiddenColumnQuery(
        planned.parts.query(columns: "", hidden: hidden, conditions: conditions + hasKey),
        hiddenCount: hidden.count,
        parameterCount: key?.count ?? 0,
        decoding: RowDecoding()
      )
    }
    all = query(keys, key: nil)
    ofRoot = query(keys, key: planned.sources[0].keyColumns)
    ofOther = planned.sources.dropFirst().map { source in
      query(planned.sources[0].keyColumns, key: source.keyColumns)
    }
  }

  mutating func load(_ db: Database) throws {
    rows = [:]
    roots = Array(repeating: [:], count: places.count)
    var keys: [CompositeKey] = []
    let count = places.last?.upperBound ?? 0
    try all.forEach(db) { _, hidden in keys.append(try CompositeKey(hidden, count: count)) }
    for key in keys { link(key) }
  }

  /// The first table's rows that a touched row of a table had to do with, or has now.
  func roots(_ db: Database, of key: CompositeKey, inSource source: Int) throws -> Set<CompositeKey>
  {
    guard source > 0 else { return [key] }
    var found = roots[source][key] ?? []
    try ofOther[source - 1].forEach(db, key.arguments) { _, hidden in
      found.insert(try CompositeKey(hidden, count: places[0].count))
    }
    return found
  }

  /// Reads the links of rows of the first table again.
  ///
  /// - Returns: The keys that rows of the join had before.
  mutating func update(_ db: Database, roots: Set<CompositeKey>) throws -> [CompositeKey] {
    var keys: [CompositeKey] = []
    let count = places.last?.upperBound ?? 0
    for root in roots {
      try ofRoot.forEach(db, root.arguments) { _, hidden in
        keys.append(try CompositeKey(hidden, count: count))
      }
    }
    let old = roots.flatMap { rows.removeValue(forKey: $0) ?? [] }
    for key in old { unlink(key) }
    for key in keys { link(key) }
    return old
  }

  private func key(_ source: Int, of row: CompositeKey) -> CompositeKey {
    CompositeKey(Array(row.values[places[source]]))
  }

  private mutating func link(_ row: CompositeKey) {
    let root = key(0, of: row)
    rows[root, default: []].insert(row)
    for source in places.indices.dropFirst() {
      roots[source][key(source, of: row), default: []].insert(root)
    }
  }

  private mutating func unlink(_ row: CompositeKey) {
    let root = key(0, of: row)
    for source in places.indices.dropFirst() {
      let other = key(source, of: row)
      roots[source][other]?.remove(root)
      if roots[source][other]?.isEmpty == true { roots[source][other] = nil }
    }
  }
}
