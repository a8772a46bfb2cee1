import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a table that count, and the group to which each belongs.
///
/// Memory for each row that counts: the key and 8 bytes in a dictionary, 24 to 43 bytes for an
/// integer key; if no index finds the rows of a group, also its place in ``GroupRows`` and its
/// values in ``GroupTotals``. Rows of a group share its values.
struct GroupMembers<Key: PlanKey, Snapshot: LiveSnapshot>: Sendable {
  private let table: TableName
  private let region: Region
  private let terms: [SortTerm]
  private let statements: MemberStatements<Key, Snapshot>
  /// Whether a group is shown as one of its rows, so that only its existence can change.
  private let isDistinct: Bool
  let readers: [RowReader]
  private var groups: [Key: CompositeKey] = [:]
  /// The number of rows of each group that has any, or whose last one was removed by the last call.
  private var counts: [CompositeKey: Int] = [:]
  /// The rows of each group; `nil` if they are found by its values.
  private var rows: GroupRows?
  private let computed: SelectPlan.ComputedRow?
  /// The totals of each group; `nil` if all touched groups are read.
  private var totals: GroupTotals<Key>?
  /// The numbers among the values of rows that a `DISTINCT` compares.
  private var numbers: NumberKinds

  /// Creates members that have not been loaded.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether a group is shown as one of its rows.
  ///   - scansTable: Whether no index finds the rows of a group.
  ///   - computed: How rows of groups are computed; `nil` if they are read.
  init(
    _ analyzed: AnalyzedSelect,
    _ isDistinct: Bool,
    _ scansTable: Bool,
    _ computed: SelectPlan.ComputedRow? = nil
  ) {
    let source = analyzed.sources[0]
    self.computed = computed
    let values = analyzed.keys.map(\.expression) + (computed?.values ?? [])
    statements = MemberStatements(analyzed, values: values)
    terms = analyzed.keys.map(\.sort)
    numbers = NumberKinds(columnCount: terms.count)
    table = source.table
    region = analyzed.region
    self.isDistinct = isDistinct
    rows = scansTable ? GroupRows() : nil
    var readers = [RowReader.ownKey]
    if isDistinct { readers.append(.source(source)) }
    if scansTable, !isDistinct { readers.append(.rowNumbers(source)) }
    if let computed { readers.append(.computed(computed)) }
    self.readers = readers
  }

  /// The number of rows that count.
  var count: Int { groups.count }

  /// Returns whether reading the groups of touched rows costs less than reading all groups.
  func isWorthPatching(_ touched: [Key]) -> Bool { touched.count <= max(16, count / 8) }

  mutating func load(_ db: Snapshot) throws {
    (groups, counts) = ([:], [:])
    rows = rows.map { _ in GroupRows() }
    totals = computed.map(GroupTotals.init)
    numbers = NumberKinds(columnCount: terms.count)
    let found = try statements.readAll(db)
    for index in found.keys.indices { _ = try add(found, index) }
  }

  /// Counts a row, which shares the values of its group.
  ///
  /// - Returns: The group.
  /// - Throws: ``PlanFailure`` if equal values of a `DISTINCT` may have several representations.
  private mutating func add(_ found: PlanRows<Key, Void>, _ index: Int) throws -> CompositeKey {
    let key = found.keys[index]
    let values = found.sorts(ofRowAt: index, count: terms.count + (computed?.values.count ?? 0))
    let aggregates = values.dropFirst(terms.count)
    let group = try group(values.prefix(terms.count))
    let place = counts.index(forKey: group)
    groups[key] = place.map { counts.keys[$0] } ?? group
    counts[group, default: 0] += 1
    if let number = key.rowNumber { rows?.insert(number, into: group) }
    totals?.add(key, aggregates, to: group)
    return group
  }

  private mutating func remove(_ key: Key) -> CompositeKey? {
    guard let group = groups.removeValue(forKey: key) else { return nil }
    counts[group, default: 1] -= 1
    if let number = key.rowNumber { rows?.remove(number, from: group) }
    totals?.remove(key, from: group)
    return group
  }

  /// Reads touched rows again.
  ///
  /// - Returns: The groups to which they belonged, or belong now.
  mutating func update(_ db: Snapshot, keys: [Key]) throws -> Set<CompositeKey> {
    var touched: Set<CompositeKey> = []
    let found = try statements.read(db, keys)
    for key in keys { if let old = remove(key) { touched.insert(old) } }
    for index in found.keys.indices { touched.insert(try add(found, index)) }
    return touched
  }

  /// - Throws: ``PlanFailure`` if equal values of a `DISTINCT` may have several representations.
  private mutating func group(_ values: ArraySlice<DatabaseValue>) throws -> CompositeKey {
    if isDistinct, numbers.areAmbiguous(with: values) { throw PlanFailure.ambiguousValues }
    // The group may show 1 or 1.0, depending on the row that the database reads first.
    if totals != nil, values.contains(where: isReal) { totals = nil }
    return terms.groupKey(values)
  }
}

// MARK: - Group members of a plan

extension GroupMembers: PlanMembers {
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
      return .some(known: groups, reads: reads(of: groups))
    case .some, .any: return .any
    }
  }

  /// Returns the reads of touched groups, except for those without rows.
  private mutating func reads(of groups: [CompositeKey]) -> [RowRead] {
    var (reads, left) = ([RowRead](), [CompositeKey]())
    for group in groups {
      if counts[group] == 0 {
        counts[group] = nil
        totals?.forget(group)
      } else if let values = totalValues(of: group) {
        reads.append(RowRead(reader: 2, key: CompositeKey(group.values + values)))
      } else {
        left.append(group)
      }
    }
    guard let rows else { return left.map { RowRead(reader: 0, key: $0) } }
    let (numbers, large) = rows.split(left, ofRows: count)
    reads += large.map { RowRead(reader: 0, key: $0) }
    if numbers.isEmpty { return reads }
    return reads + [RowRead(reader: 1, key: CompositeKey([Snapshot.list(numbers)]))]
  }

  /// Returns the values of a group's aggregates; `nil` if the group has to be read.
  private mutating func totalValues(of group: CompositeKey) -> [DatabaseValue]? {
    totals?.values(of: group) { [rows] in
      rows?.rows(of: group).compactMap { Key(.rowID($0)) } ?? []
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

private func isReal(_ value: DatabaseValue) -> Bool {
  if case .real = value { true } else { false }
}
