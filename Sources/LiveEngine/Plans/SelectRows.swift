import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a statement as values with their keys, which a plan makes something else of.
///
/// It keeps what is needed to find the rows that a commit touched, and none of their values.
struct SelectRows<Snapshot: LiveSnapshot>: Sendable {
  /// What a commit did.
  enum Change {
    /// No row was touched.
    case none
    /// These keys may be there no more, and these rows are there now.
    case some(known: [CompositeKey], found: [(key: CompositeKey, values: [DatabaseValue])])
    /// Any row may have been touched.
    case any
  }

  private let analyzed: AnalyzedSelect
  private let width: Int
  private let all: any RowStatement<Void, Snapshot>
  private let touched: [any RowStatement<Void, Snapshot>]
  private var members: any PlanMembers<Snapshot>

  /// The rows of a statement that is patched.
  ///
  /// - Parameter values: What to read of each row.
  init(_ analyzed: AnalyzedSelect, values: [QueryFragment]) {
    self.analyzed = analyzed
    width = values.count
    let members: any PlanMembers<Snapshot> = analyzed.members()
    self.members = members
    let keys = analyzed.keys.map(\.expression)
    func statement(_ reader: RowReader?) -> any RowStatement<Void, Snapshot> {
      let (columns, isRowNumber) = reader?.columns(analyzed) ?? ([], false)
      let hasKey = Snapshot.hasKey(columns, isRowNumber: isRowNumber)
      return Snapshot.keyStatement(
        PlanQuery(
          reader == nil ? .allRows : .rowsOfKey,
          analyzed.parts.query(columns: "", hidden: keys + values, where: hasKey),
          parameterCount: hasKey.count,
          keyCount: keys.count,
          sortCount: values.count
        )
      )
    }
    all = statement(nil)
    touched = type(of: members).readers(analyzed).map(statement)
  }

  /// Reads all rows.
  ///
  /// - Parameter body: Gets each with its key.
  mutating func load(
    _ db: Snapshot,
    _ body: (CompositeKey, ArraySlice<DatabaseValue>) throws -> Void
  ) throws {
    try members.load(db)
    let rows = try all.rows(db, as: CompositeKey.self)
    let keys = analyzed.hasGroups ? rows.keys.map(analyzed.groupKey) : rows.keys
    members.replace(nil, by: keys)
    for (index, key) in keys.enumerated() {
      try body(key, rows.sorts[index * width..<(index + 1) * width])
    }
  }

  /// Finds what commits changed.
  ///
  /// - Parameter prefersRun: Whether so many keys are so many that all is read again instead.
  mutating func change(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRun: (Int) -> Bool
  ) throws -> Change {
    switch try members.touched(by: changes, db, unless: prefersRun) {
    case .none: return .none
    case .any: return .any
    case .some(let known, let reads):
      if prefersRun(reads.count) { return .any }
      let found = try read(reads, db)
      members.replace(known, by: found.map(\.key))
      return .some(known: known, found: found)
    }
  }

  private func read(_ reads: [RowRead], _ db: Snapshot) throws
    -> [(key: CompositeKey, values: [DatabaseValue])]
  {
    var found: [(key: CompositeKey, values: [DatabaseValue])] = []
    var seen: Set<CompositeKey> = []
    for read in reads {
      var rows = PlanRows<CompositeKey, Void>()
      try touched[read.reader].read(db, read.key.values, limit: .max, into: &rows)
      for index in rows.keys.indices {
        let key = analyzed.hasGroups ? analyzed.groupKey(rows.keys[index]) : rows.keys[index]
        guard seen.insert(key).inserted else { continue }
        found.append((key, Array(rows.sorts[index * width..<(index + 1) * width])))
      }
    }
    return found
  }
}

extension RowReader {
  /// The columns by which rows are found, and whether they are the number of a table's rows.
  func columns(_ analyzed: AnalyzedSelect) -> ([QueryFragment], isRowNumber: Bool) {
    switch self {
    case .ownKey: (analyzed.keys.map(\.expression), analyzed.hasIntegerKeys)
    case .source(let source): (source.keyColumns, source.hasRowNumbers)
    case .terms(let terms): (terms, false)
    }
  }
}

/// The rows of one table, each of which is a row of the result or none.
struct TableRows<Snapshot: LiveSnapshot>: PlanMembers {
  private let table: TableName
  private let region: Region

  init(_ analyzed: AnalyzedSelect) {
    (table, region) = (analyzed.sources[0].table, analyzed.region)
  }

  static func readers(_ analyzed: AnalyzedSelect) -> [RowReader] { [.ownKey] }

  mutating func load(_ db: Snapshot) {}

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRun: (Int) -> Bool
  ) -> TouchedRows {
    let touched: TouchedKeys<CompositeKey> = changes.touchedKeys(of: table, in: region)
    switch touched {
    case .none: return .none
    case .any: return .any
    case .some(let keys):
      if prefersRun(keys.count) { return .any }
      return .some(known: keys, reads: keys.map { RowRead(reader: 0, key: $0) })
    }
  }
}

/// The one row of aggregates over a whole statement, which any touched row may change.
struct WholeRows<Snapshot: LiveSnapshot>: PlanMembers {
  private let region: Region

  init(_ analyzed: AnalyzedSelect) { region = analyzed.region }

  static func readers(_ analyzed: AnalyzedSelect) -> [RowReader] { [.ownKey] }

  mutating func load(_ db: Snapshot) {}

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRun: (Int) -> Bool
  ) -> TouchedRows { changes.touches(region) ? .any : .none }
}

extension AnalyzedSelect {
  /// What knows the rows of tables that have part in its rows.
  func members<Snapshot: LiveSnapshot>() -> any PlanMembers<Snapshot> {
    if plan == .aggregate { return WholeRows(self) }
    if isFullJoin { return FullJoinRows(self) }
    let hasNumbers = sources[0].hasRowNumbers
    if !partition.isEmpty {
      return hasNumbers ? PartitionMembers<Int64, _>(self) : PartitionMembers<CompositeKey, _>(self)
    }
    switch (hasManyTables, hasGroups) {
    case (true, true): return JoinGroups(self)
    case (true, false): return JoinRows(self)
    case (false, true):
      return hasNumbers ? GroupMembers<Int64, _>(self) : GroupMembers<CompositeKey, _>(self)
    case (false, false): return TableRows(self)
    }
  }
}
