import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the rows of one table: touched rows are read again and patched into the result.
///
/// SQLite decides which rows are in the result and what they look like; only their order is
/// compared here.
struct KeyedPlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  private let analyzed: AnalyzedSelect
  private let statements: KeyedStatements<Key, Element, Snapshot>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var materialized: MaterializedRows<Key, Element>
  private var cost = PlanCost()
  /// The number of the only row that matters, if the query looks up a single one.
  private let lookedUp: Int64?
  /// Whether the last call read all rows, rather than only the touched ones.
  private var hasReadAll = true

  init(
    _ analyzed: AnalyzedSelect,
    _ lookedUp: Int64?,
    _ select: DecodableSelect<Element, Snapshot>
  ) {
    self.analyzed = analyzed
    self.lookedUp = lookedUp
    isSame = select.isSame
    materialized = MaterializedRows(analyzed, isSame: select.isSame)
    statements = KeyedStatements(analyzed, select)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    let read = try readAll(db)
    return try materialized.take(read)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: analyzed)
    hasReadAll = false
    switch touched {
    case .none: return .unchanged
    case .any: return try rerun(elements, db)
    case .some(let keys):
      let wanted = wanted(keys)
      if wanted.isEmpty { return .unchanged }
      if cost.prefersRerun(forKeys: wanted.count) { return try rerun(elements, db) }
      return try patch(elements, wanted, db) ?? rerun(elements, db)
    }
  }

  /// Returns the keys to read; only one, if the query looks up a single row.
  private func wanted(_ keys: [Key]) -> [Key] {
    guard let lookedUp else { return keys }
    return keys.filter { $0 == Key(.rowID(lookedUp)) }
  }

  private mutating func rerun(_ elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    hasReadAll = true
    let read = try readAll(db, known: materialized.known)
    return try materialized.replaceRows(read, after: elements)
  }

  private func readAll(_ db: Snapshot, known: OrderedRows<Key>.Walk? = nil) throws
    -> PlanRows<Key, Element>
  {
    try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      try statements.readAll(db, limit: materialized.readCount, known: known)
    }
  }

  private mutating func patch(_ elements: [Element], _ keys: [Key], _ db: Snapshot) throws
    -> ResultChange<[Element]>?
  {
    let began = ContinuousClock.now
    defer { cost.didPatch(keys: keys.count, since: began) }
    var found: [PlacedRow<Key, Element>] = []
    if keys.count == 1, analyzed.hasIntegerKeys, !materialized.hasWindow {
      if let change = try patchInPlace(elements, keys[0], db, else: &found) { return change }
    } else {
      found = try readingReserve(materialized.hasWindow, of: Snapshot.self) {
        try statements.read(db, keys: keys)
      }
    }
    let change = try materialized.patch(elements, touched: keys, found: found) {
      try db.compare($0, $1, $2)
    }
    _ = materialized.dropExcess()
    cost.willShow(change, ofKeys: keys.count)
    return change
  }
}

extension KeyedPlan {
  /// Returns the keys of rows that are in the result or in reserve.
  ///
  /// With a window, all rows up to the bound are kept; rows after it do not matter. Rows that are
  /// dropped afterwards count as kept until they are touched. For very many rows, receiving each
  /// change costs less than tracking the keys.
  func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? {
    if materialized.rows.count > 20_000 { return nil }
    let source = analyzed.sources[0]
    guard let touched, !hasReadAll else {
      let keys = materialized.rows.keys(in: 0..<materialized.rows.count)
      return .all(Set(keys.map { source.rowKey($0) }))
    }
    return .touched(Set(touched.filter { Key($0).map(materialized.rows.contains) ?? true }))
  }

  /// Handles the most common update: one row that stays in its place.
  ///
  /// - Parameter found: Receives the row if it does not.
  /// - Returns: `nil` if the row appeared, disappeared or moved.
  private func patchInPlace(
    _ elements: [Element],
    _ key: Key,
    _ db: Snapshot,
    else found: inout [PlacedRow<Key, Element>]
  ) throws -> ResultChange<[Element]>? {
    let read = try statements.read(db, key: key)
    var change: ResultChange<[Element]>?
    for place in read.keys.indices {
      let sorts = read.sorts(ofRowAt: place, count: analyzed.order.count)
      let new = read.elements[place]
      guard let index = materialized.rows.position(of: read.keys[place], orderedBy: sorts) else {
        found.append(PlacedRow(key: read.keys[place], sorts: sorts, element: new))
        continue
      }
      change =
        isSame(elements[index], new)
        ? .unchanged
        : ResultChange(patched: Difference(of: elements, updatedAt: index, to: new), isSame: isSame)
    }
    return change
  }
}

extension AnalyzedSelect.Source {
  /// Returns the key of one of its rows as change sets represent it.
  fileprivate func rowKey(_ key: some PlanKey) -> RowKey {
    if hasRowNumbers, case .integer(let number)? = key.arguments.first { return .rowID(number) }
    return .primaryKey(key.arguments)
  }
}

/// An error that makes a plan unusable, so that its query has to run in another way.
enum PlanFailure: Error {
  /// Two rows have the same key.
  case repeatedKey
  /// A row cannot be decoded that the statement itself may not return.
  case undecodable
  /// A subquery or a join, which is named, links many more rows than the tables have.
  case manyLinks(String)
  /// To find the links of a subquery or a join, which is named, all rows would have to be compared,
  /// which the statement does not need.
  case unindexedLinks(String)
  /// Equal values may have several representations, of which the database chooses one.
  case ambiguousValues

  var reason: LivePlan.Reason {
    switch self {
    case .repeatedKey: .repeatedKey
    case .undecodable: .undecodableRow
    case .manyLinks(let part): .manyLinks.at(part)
    case .unindexedLinks(let part):
      .manyLinks.at(part, instead: "create an index on the columns that it compares")
    case .ambiguousValues:
      .distinct.at(
        "rows whose equal numbers are stored as 1 and as 1.0",
        instead: "CAST the column, or store numbers of one type"
      )
    }
  }
}

extension OrderedRows {
  /// Replaces all rows by those of a query that has run again.
  mutating func take(_ keys: [Key], _ sorts: [DatabaseValue]) throws {
    guard load(keys: keys, sorts: sorts) else { throw PlanFailure.repeatedKey }
  }
}
