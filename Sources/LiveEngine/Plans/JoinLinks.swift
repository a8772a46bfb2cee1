import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of the first table of a join that each row of the others has to do with.
///
/// The links are those of the join itself where a `LEFT JOIN` is part of it: a row that a condition leaves out can, by
/// going, bring one without a partner.
///
/// Memory: for each row of the join its keys twice, and two entries of dictionaries: a few hundred bytes.
struct JoinLinks<Snapshot: LiveSnapshot>: Sendable {
  /// Where the key of each table stands in that of a row of the join.
  private let places: [Range<Int>]
  private let all: any RowStatement<Void, Snapshot>
  private let ofRoot: any RowStatement<Void, Snapshot>
  /// For each table but the first: the keys of the first table's rows that a row of it is joined to.
  private let ofOther: [any RowStatement<Void, Snapshot>]
  /// The keys of the join's rows, by that of the first table's.
  private var rows: [CompositeKey: Set<CompositeKey>] = [:]
  private var roots: [[CompositeKey: Set<CompositeKey>]]

  init(_ analyzed: AnalyzedSelect) {
    var places: [Range<Int>] = []
    for source in analyzed.sources {
      let start = places.last?.upperBound ?? 0
      places.append(start..<start + source.keyColumns.count)
    }
    self.places = places
    roots = Array(repeating: [:], count: analyzed.sources.count)
    let keys = analyzed.sources.flatMap(\.keyColumns)
    let isOptional = analyzed.sources.contains(where: \.isOptional)
    let conditions = isOptional ? [] : analyzed.parts.conditions
    func query(_ hidden: [QueryFragment], key: [QueryFragment]?)
      -> any RowStatement<Void, Snapshot>
    {
      let hasKey = (key ?? []).enumerated().map { Snapshot.isKey($1, parameter: $0 + 1) }
      return Snapshot.keyStatement(
        PlanQuery(
          key == nil ? .allRows : .rowsOfKey,
          analyzed.parts.query(columns: "", hidden: hidden, conditions: conditions + hasKey),
          parameterCount: hasKey.count,
          keyCount: hidden.count
        )
      )
    }
    all = query(keys, key: nil)
    ofRoot = query(keys, key: analyzed.sources[0].keyColumns)
    ofOther = analyzed.sources.dropFirst().map { source in
      query(analyzed.sources[0].keyColumns, key: source.keyColumns)
    }
  }

  mutating func load(_ db: Snapshot) throws {
    rows = [:]
    roots = Array(repeating: [:], count: places.count)
    for key in try all.rows(db, as: CompositeKey.self).keys { link(key) }
  }

  /// The first table's rows that a touched row of a table had to do with, or has now.
  func roots(_ db: Snapshot, of key: CompositeKey, inSource source: Int) throws -> Set<CompositeKey>
  {
    guard source > 0 else { return [key] }
    let known = roots[source][key] ?? []
    return known.union(try ofOther[source - 1].rows(db, key.arguments).keys)
  }

  /// Reads the links of rows of the first table again.
  ///
  /// - Returns: The keys that rows of the join had before.
  mutating func update(_ db: Snapshot, roots: Set<CompositeKey>) throws -> [CompositeKey] {
    var found = PlanRows<CompositeKey, Void>()
    for root in roots { try ofRoot.read(db, root.arguments, limit: .max, into: &found) }
    let old = roots.flatMap { rows.removeValue(forKey: $0) ?? [] }
    for key in old { unlink(key) }
    for key in found.keys { link(key) }
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
