import DatabaseTypes
import IncrementalQueries

/// The rows of an association, fetched for other rows and grouped by the values that link them.
///
/// A commit touches the groups that contain or contained the rows it touched. These groups are
/// dropped, and read again when they are needed; a row that stays in its place is read on its own.
/// SQLite decides which rows belong to a group, and in which order.
///
/// Two values are the same if SQLite considers them equal: they have one storage class, and texts
/// have the same bytes. If that is not certain, nothing is kept.
///
/// Memory: the rows, and for each a dictionary entry for each table, its key and its sort values,
/// about 90 bytes.
struct PrefetchedRows<Snapshot: LiveSnapshot>: Sendable {
  let analyzed: AnalyzedSelect
  private let part: PrefetchedPart<Snapshot>
  private let statements: PrefetchedStatements<Snapshot>
  private let places: [Range<Int>]
  private(set) var groups: PrefetchedGroups = [:]
  /// The keys of the rows of each group, if each row is a row of the only table.
  private var placed: [CompositeKey: PlacedKeys] = [:]
  /// The users of each group: the keys of rows, or the values of the groups that contain them.
  private var users: [CompositeKey: SmallSet<CompositeKey>] = [:]
  /// The groups that contain each row, by table whose rows cannot be missing.
  private var known: [[SourceKey: SmallSet<CompositeKey>]]
  private var links: JoinLinks<Snapshot>
  private var nested: [PrefetchedRows]
  /// The storage class of each linking value.
  private var storageClasses: [StorageClass?]
  private var (entryCount, loadedCount) = (0, 0)

  /// Plans how an association's rows are read.
  ///
  /// - Throws: ``PrefetchRejection`` if they cannot be kept.
  init(_ part: PrefetchedPart<Snapshot>, _ db: Snapshot) throws {
    analyzed = try part.analyzed(db)
    self.part = part
    statements = PrefetchedStatements(analyzed, part)
    places = Array(analyzed.sources.places.prefix(analyzed.requiredSourceCount))
    known = Array(repeating: [:], count: places.count)
    links = JoinLinks(analyzed)
    nested = try part.parts.map { try PrefetchedRows($0, db) }
    storageClasses = Array(repeating: nil, count: part.links.count)
  }

  /// The plans of this association and of the nested ones.
  var allAnalyzed: [AnalyzedSelect] { [analyzed] + nested.flatMap(\.allAnalyzed) }

  /// Removes all rows.
  mutating func load(_ db: Snapshot) throws {
    (groups, placed, users) = ([:], [:], [:])
    known = Array(repeating: [:], count: places.count)
    storageClasses = Array(repeating: nil, count: part.links.count)
    (entryCount, loadedCount) = (0, 0)
    try links.load(db)
    for index in nested.indices { try nested[index].load(db) }
  }

  /// Records that all rows in use have been fetched.
  mutating func didLoad() {
    loadedCount = entryCount
    for index in nested.indices { nested[index].didLoad() }
  }
}

// MARK: - Reading

extension PrefetchedRows {
  /// Reads the groups that rows use, if they are missing.
  ///
  /// - Parameter user: Returns the key by which a row is reported when its group changes, if any.
  mutating func fetch(_ db: Snapshot, for rows: [Row], usedBy user: (Int) -> CompositeKey?) throws {
    var missing: [[DatabaseValue]] = []
    var asked: Set<[DatabaseValue]> = []
    for (index, row) in rows.enumerated() {
      let key = Array(row.values[part.columns])
      // NULL is not linked to anything.
      if key.contains(.null) { continue }
      if let user = user(index), users.insert(user, for: CompositeKey(key)) { entryCount += 1 }
      if groups[key] == nil, asked.insert(key).inserted {
        try check(key)
        missing.append(key)
      }
    }
    if !missing.isEmpty { try fetch(db, missing) }
  }

  private mutating func fetch(_ db: Snapshot, _ keys: [[DatabaseValue]]) throws {
    let found = try statements.read(db, keys)
    let owners = found.keys.indices.map { statements.link(found, $0) }
    for key in keys { groups[key] = [] }
    if statements.hasKeys { for key in keys { placed[CompositeKey(key)] = PlacedKeys() } }
    for index in nested.indices {
      try nested[index].fetch(db, for: found.elements) { CompositeKey(owners[$0]) }
    }
    let relations = nested.map(\.groups)
    for (index, owner) in owners.enumerated() {
      let row = part.assemble(found.elements[index], statements.hiddenCount, relations)
      guard groups[owner]?.append(row) != nil else { throw refusal }
      let group = CompositeKey(owner)
      note(found.keys[index], in: group)
      let sorts = statements.sorts(found, index)
      placed[group]?.append(found.keys[index], sorts)
    }
  }

  private mutating func note(_ key: CompositeKey, in group: CompositeKey) {
    for (source, place) in places.enumerated() {
      guard let key = SourceKey(key.values[place]) else { continue }
      if known[source].insert(group, for: key) { entryCount += 1 }
    }
  }

  /// Records and checks the storage classes of values.
  private mutating func check(_ key: [DatabaseValue]) throws {
    for (index, value) in key.enumerated() {
      if let known = storageClasses[index], known != value.storageClass { throw refusal }
      storageClasses[index] = value.storageClass
    }
  }

  private var refusal: PrefetchRejection {
    PrefetchRejection(reason: .association(part.name), isOfRows: true)
  }
}

// MARK: - Changes

extension PrefetchedRows {
  /// Drops the groups that commits touched.
  ///
  /// - Returns: The users of these groups; `nil` if any may have been touched.
  mutating func drop(touchedBy changes: ChangeSet, _ db: Snapshot) throws -> Set<CompositeKey>? {
    guard entryCount <= 2 * loadedCount + 4096 else { return nil }
    let most = max(64, loadedCount / 4)
    guard let reads = try links.reads(of: changes, db, unless: { $0 > most }) else { return nil }
    var touched: Set<CompositeKey> = []
    for index in nested.indices {
      guard let users = try nested[index].drop(touchedBy: changes, db) else { return nil }
      touched.formUnion(users)
    }
    var replaced: Set<CompositeKey> = []
    for read in reads {
      if let group = try replace(read.read, db) {
        replaced.insert(group)
      } else {
        try add(read.read, to: &touched, db)
      }
    }
    for group in touched where groups.removeValue(forKey: group.values) != nil {
      placed[group] = nil
      replaced.insert(group)
    }
    var users: Set<CompositeKey> = []
    for group in replaced { self.users[group]?.forEach { users.insert($0) } }
    return users
  }

  /// Handles the most common update: one row that stays in its place.
  ///
  /// - Returns: The group that contains it; `nil` if the row appeared, disappeared or moved.
  private mutating func replace(_ read: RowRead, _ db: Snapshot) throws -> CompositeKey? {
    guard statements.hasKeys, let key = SourceKey(read.key.values),
      case .one(let group)? = known[0][key], let placed = placed[group],
      let index = placed.index(of: key)
    else { return nil }
    let found = try statements.read(db, key: read.key)
    guard found.keys.count == 1, statements.link(found, 0) == group.values,
      placed.sorts(ofRowAt: index).elementsEqual(statements.sorts(found, 0))
    else { return nil }
    for index in nested.indices {
      try nested[index].fetch(db, for: found.elements) { _ in group }
    }
    let relations = nested.map(\.groups)
    let row = part.assemble(found.elements[0], statements.hiddenCount, relations)
    groups[group.values]?[index] = row
    return group
  }

  /// Adds the groups that contain or contained a row of a table.
  private mutating func add(
    _ read: RowRead,
    to touched: inout Set<CompositeKey>,
    _ db: Snapshot
  ) throws {
    guard let key = SourceKey(read.key.values) else { return }
    known[read.reader].removeValue(forKey: key)?.forEach { touched.insert($0) }
    for link in try statements.links(db, read.key, ofSource: read.reader)
    where !link.contains(.null) {
      if !groups.isEmpty { try check(link) }
      touched.insert(CompositeKey(link))
    }
  }
}

/// The keys of the rows of a group in order, with their sort values.
private struct PlacedKeys: Sendable {
  private var keys: [SourceKey?] = []
  /// The values of all rows, row by row.
  private var sorts: [DatabaseValue] = []

  mutating func append(_ key: CompositeKey, _ sorts: ArraySlice<DatabaseValue>) {
    keys.append(SourceKey(key.values))
    self.sorts += sorts
  }

  func index(of key: SourceKey) -> Int? { keys.firstIndex(of: key) }

  func sorts(ofRowAt index: Int) -> ArraySlice<DatabaseValue> {
    let width = sorts.count / keys.count
    return sorts[index * width..<(index + 1) * width]
  }
}

extension PrefetchedPart {
  /// Returns the analysis of its statement.
  ///
  /// - Throws: ``PrefetchRejection`` if its rows depend on more than the linking values.
  fileprivate func analyzed(_ db: Snapshot) throws -> AnalyzedSelect {
    let analyzed = try PlanAnalysis.plan(rows.parts, query: rows.query, db)
    switch analyzed.selectPlan {
    case .keyed, .join, .fullJoin: break
    case .rerun(let reason): throw PrefetchRejection(reason: reason)
    case .groups, .computedGroups, .partitions, .firstRows, .joinGroups, .aggregate, .totals,
      .compound,
      .prefetched:
      throw PrefetchRejection(reason: .association(name))
    }
    if analyzed.hasWindow { throw PrefetchRejection(reason: .association(name)) }
    do {
      try analyzed.refuseManyColumns(of: rows.query, besides: links.count, db)
    } catch let refusal as PlanRejection {
      throw PrefetchRejection(reason: refusal.reason)
    }
    let collations = try db.collations(of: links, in: analyzed.parts)
    guard !links.isEmpty, collations?.allSatisfy({ $0.isBytewise }) == true else {
      throw PrefetchRejection(reason: .association(name))
    }
    return analyzed
  }
}
