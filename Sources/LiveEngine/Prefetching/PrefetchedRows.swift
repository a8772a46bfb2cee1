import DatabaseTypes
import IncrementalQueries

/// The rows of an association that were fetched for others, in groups by the values by which they are found.
///
/// A commit touches the groups in which rows that it touched were, and those in which they are now. These are dropped, and read
/// again when somebody asks for them; a row that stays in its place is read alone. SQLite decides what belongs to a group, and in which order.
///
/// Values are the same where SQLite takes them for equal: those of one storage class, texts by their bytes. Where that may not
/// be so, none of it is kept.
///
/// Memory: the rows, and for each an entry of a dictionary for each table, its key and what it is ordered by, about 90 bytes.
struct PrefetchedRows<Snapshot: LiveSnapshot>: Sendable {
  let analyzed: AnalyzedSelect
  private let part: PrefetchedPart<Snapshot>
  private let statements: PrefetchedStatements<Snapshot>
  private let places: [Range<Int>]
  private(set) var groups: PrefetchedGroups = [:]
  /// What the rows of each group are called by, where each is one of the only table.
  private var placed: [CompositeKey: PlacedKeys] = [:]
  /// Who uses each group: the keys of rows, or the values of the groups in which they are.
  private var users: [CompositeKey: SmallSet<CompositeKey>] = [:]
  /// For each table of which no row may be missing: the groups in which a row of it is.
  private var known: [[SourceKey: SmallSet<CompositeKey>]]
  private var links: JoinLinks<Snapshot>
  private var nested: [PrefetchedRows]
  /// The storage class of each of the values.
  private var storageClasses: [StorageClass?]
  private var (entryCount, loadedCount) = (0, 0)

  /// Chooses how an association's rows are read.
  ///
  /// - Throws: ``PrefetchRefusal`` where that cannot be said.
  init(_ part: PrefetchedPart<Snapshot>, _ db: Snapshot) throws {
    analyzed = try part.analyzed(db)
    self.part = part
    statements = PrefetchedStatements(analyzed, part)
    places = Array(analyzed.sources.places.prefix(analyzed.steadySourceCount))
    known = Array(repeating: [:], count: places.count)
    links = JoinLinks(analyzed)
    nested = try part.parts.map { try PrefetchedRows($0, db) }
    storageClasses = Array(repeating: nil, count: part.links.count)
  }

  /// How all of it is read.
  var allAnalyzed: [AnalyzedSelect] { [analyzed] + nested.flatMap(\.allAnalyzed) }

  /// Forgets all rows.
  mutating func load(_ db: Snapshot) throws {
    (groups, placed, users) = ([:], [:], [:])
    known = Array(repeating: [:], count: places.count)
    storageClasses = Array(repeating: nil, count: part.links.count)
    (entryCount, loadedCount) = (0, 0)
    try links.load(db)
    for index in nested.indices { try nested[index].load(db) }
  }

  /// Notes that all rows are there that somebody uses.
  mutating func didLoad() {
    loadedCount = entryCount
    for index in nested.indices { nested[index].didLoad() }
  }
}

// MARK: - Reading

extension PrefetchedRows {
  /// Reads the groups that rows use, where they are not there.
  ///
  /// - Parameter user: What a row is called by, where it is to be told of changes.
  mutating func fetch(_ db: Snapshot, for rows: [Row], usedBy user: (Int) -> CompositeKey?) throws {
    var missing: [[DatabaseValue]] = []
    var asked: Set<[DatabaseValue]> = []
    for (index, row) in rows.enumerated() {
      let key = Array(row.values[part.columns])
      // NULL belongs to nothing.
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

  /// Notes the storage classes of values.
  private mutating func check(_ key: [DatabaseValue]) throws {
    for (index, value) in key.enumerated() {
      if let known = storageClasses[index], known != value.storageClass { throw refusal }
      storageClasses[index] = value.storageClass
    }
  }

  private var refusal: PrefetchRefusal { PrefetchRefusal(reason: .association(part.name)) }
}

// MARK: - Changes

extension PrefetchedRows {
  /// Drops the groups that commits touched.
  ///
  /// - Returns: Who used them; `nil` where any may have been touched.
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

  /// The way that most updates take: one row, which stays where it is.
  ///
  /// - Returns: The group in which it is; `nil` where it came, went or moved.
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

  /// Adds the groups in which a row of a table was, or is now.
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

/// The keys of the rows of a group, in their order, with the values by which they are ordered.
private struct PlacedKeys: Sendable {
  private var keys: [SourceKey?] = []
  /// The values of all rows, one row after the other.
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
  /// What is known of its statement.
  ///
  /// - Throws: ``PrefetchRefusal`` where its rows depend on more than the values by which they are found.
  fileprivate func analyzed(_ db: Snapshot) throws -> AnalyzedSelect {
    let analyzed = try PlanAnalysis.plan(rows.parts, query: rows.query, db)
    switch analyzed.plan {
    case .keyedPatch, .orderedPatch, .pointLookup, .join: break
    case .rerun(let reason): throw PrefetchRefusal(reason: reason)
    default: throw PrefetchRefusal(reason: .association(name))
    }
    let collations = try db.collations(of: links, in: analyzed.parts)
    guard !links.isEmpty, !analyzed.hasGroups, !analyzed.hasWindow, analyzed.partition.isEmpty,
      collations?.allSatisfy({ $0 == .binary }) == true
    else { throw PrefetchRefusal(reason: .association(name)) }
    return analyzed
  }
}
