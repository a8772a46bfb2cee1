import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The first row of each group of a table's rows.
///
/// Another row becomes the first of its group only if a commit touches the first row, or a row that
/// is in the group afterwards. So nothing has to be known about the other rows.
///
/// Memory for each group: the key of its first row twice, and its values twice.
struct FirstRowMembers<Key: PlanKey, Snapshot: LiveSnapshot>: Sendable {
  /// The first rows that commits touched.
  struct Touched {
    /// The keys of rows that were or are first rows, and may have changed, each once.
    let keys: [Key]
    /// Those of them that are first rows now.
    let current: [Key]
  }

  private let terms: [SortTerm]
  /// Reads the groups of touched rows.
  private let groupsOfRows: MemberStatements<Key, Snapshot>
  /// Reads the first rows of all groups.
  private let all: any RowStatement<Void, Snapshot>
  /// Reads the first row of one group.
  private let one: any RowStatement<Void, Snapshot>
  private var groups: [Key: CompositeKey] = [:]
  private var firsts: [CompositeKey: Key] = [:]

  init(_ analyzed: AnalyzedSelect, _ first: SelectPlan.FirstRows) {
    var members = analyzed
    members.parts = first.rows
    let values = first.groups.map(\.expression)
    let key = analyzed.sources[0].keyColumns
    terms = first.groups.map(\.sort)
    groupsOfRows = MemberStatements(members, values: values)
    all = Snapshot.keyStatement(
      PlanQuery(
        .allRows,
        first.allFirstRows(key: key),
        keyCount: key.count,
        sortCount: values.count
      )
    )
    let hasValues = Snapshot.hasKey(values, isRowNumber: false)
    one = Snapshot.keyStatement(
      PlanQuery(
        .rowsOfKey,
        first.rows.query(
          columns: "",
          hidden: key,
          where: hasValues,
          order: first.rows.order,
          limit: "1"
        ),
        parameterCount: hasValues.count,
        keyCount: key.count
      )
    )
  }

  mutating func load(_ db: Snapshot) throws {
    (groups, firsts) = ([:], [:])
    let found: PlanRows<Key, Void> = try all.rows(db)
    for (key, group) in zip(found.keys, groups(of: found)) { add(key, in: group) }
  }

  /// Finds the first rows of the groups that commits touched.
  ///
  /// - Parameter touched: The keys of the touched rows.
  mutating func change(by touched: [Key], _ db: Snapshot) throws -> Touched {
    let found = try groupsOfRows.read(db, touched)
    let changed = Set(groups(of: found)).union(touched.compactMap { groups[$0] })
    let old = changed.compactMap { firsts[$0] }
    var new: [(key: Key, group: CompositeKey)] = []
    for group in changed {
      let first: PlanRows<Key, Void> = try one.rows(db, group.values)
      if let key = first.keys.first { new.append((key, group)) }
    }
    for group in changed { if let key = firsts.removeValue(forKey: group) { groups[key] = nil } }
    for (key, group) in new { add(key, in: group) }
    // A first row that stays the first one, and was not touched itself, looks as before.
    let unchanged = Set(old).intersection(new.map(\.key)).subtracting(touched)
    let current = new.map(\.key).filter { !unchanged.contains($0) }
    return Touched(keys: Array(Set(old).subtracting(unchanged).union(current)), current: current)
  }

  private mutating func add(_ key: Key, in group: CompositeKey) {
    firsts[group] = key
    groups[key] = group
  }

  private func groups(of found: PlanRows<Key, Void>) -> [CompositeKey] {
    found.keys.indices.map { terms.groupKey(found.sorts(ofRowAt: $0, count: terms.count)) }
  }
}

extension SelectPlan.FirstRows {
  /// Returns the statement of the keys of all first rows, with the values of their groups.
  fileprivate func allFirstRows(key: [QueryFragment]) -> QueryFragment {
    let columns = key + groups.map(\.expression)
    let names = columns.indices.map { QueryFragment(quote: "live_column_\($0)") }
    let number = QueryFragment(quote: "live_number")
    let numbered = rows.query(
      columns: "",
      hidden: zip(columns, names).map { "\($0) AS \($1)" }
        + ["row_number() OVER (\(window)) AS \(number)"]
    )
    return SelectParts(
      sources: nil,
      columns: names.joined(separator: ", "),
      from: "(\(numbered)) AS \(quote: "live_rows")",
      conditions: ["\(number) = 1"]
    ).query()
  }
}
