import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// What a connection knows of the table of a type, and the texts of the statements that write its records.
///
/// The connection forgets it when the schema changes.
final class RecordPlan {
  let tableName: String
  /// Whether the type names its table itself, and so may name another the next time.
  private let hasOwnName: Bool
  /// The quoted name, with the schema where it is named.
  let tableSQL: String
  let key: PrimaryKeyInfo
  let isView: Bool
  /// A name of the row number that no column has; `nil` where rows have none.
  let rowIDName: String?
  /// The columns that the database computes, in lower case.
  let generatedColumns: Set<String>
  /// The functions that make what is stored of what is bound, by columns in lower case.
  let storingFunctions: [String: String]
  let encoding: RecordEncoding
  /// The columns that records had so far; the last ones first.
  private var layouts: [ContainerLayout] = []
  /// The columns that the next record is expected to have: those of the last one.
  @exclusivity(unchecked) private var expectedLayout = ContainerLayout.empty
  @exclusivity(unchecked) private var texts: [RecordStatementText] = []
  /// Encodes the records where the library does so.
  let encoder: _RecordEncoder
  /// Whether it can be used: not where they do it themselves or it is not known yet, nor while it encodes a record.
  @exclusivity(unchecked) private var isEncoderFree = false
  /// Whether it encodes a record.
  @exclusivity(unchecked) private var isEncoding = false
  /// Which callbacks of the type do nothing.
  let callbacks = KnownCallbacks()
  /// What inserted the last record.
  @exclusivity(unchecked) var lastInsertion: RecordInsertion?
  /// What updated the last record.
  @exclusivity(unchecked) var lastUpdate: RecordUpdate?
  /// The clause that was used by the last upsert.
  @exclusivity(unchecked) var lastClause: (layout: ContainerLayout, clause: UpsertClause)?
  /// What is selected of the table, and returned by the statements that write it.
  let selection: RecordSelection
  /// Reads all rows.
  let selectSQL: String
  /// Reads the row with a key of one column.
  let selectByKeySQL: String
  let table: TableName

  init<Record: TableRecord>(_ record: Record.Type, in db: Database) throws {
    let schema = (record as? any Table.Type)?.schemaName
    tableName = record.databaseTableName
    hasOwnName = tableName != _databaseTableName(of: record)
    tableSQL = (schema.map { quotedIdentifier($0) + "." } ?? "") + quotedIdentifier(tableName)
    let columns = try db.columns(in: tableName, in: schema)
    key = try db.primaryKey(tableName, in: schema)
    isView = key.isOfView || (!key.hasRowID && key.columns.isEmpty)
    rowIDName = Self.rowIDName(key, columns)
    generatedColumns = Set(columns.filter(\.isGenerated).map { $0.name.lowercased() })
    storingFunctions = (record as? any Table.Type)?.storingFunctions ?? [:]
    encoding = record.databaseEncoding
    encoder = _RecordEncoder(RecordValues(encoding))
    selection = try RecordSelection(record, in: db)
    selectSQL = "SELECT \(selection.sql) FROM \(tableSQL)"
    selectByKeySQL = "\(selectSQL) WHERE \(quotedIdentifier(key.columns.first ?? "rowid")) = ?"
    table = try db.tableName(tableName, in: schema)
  }

  private static func rowIDName(_ key: PrimaryKeyInfo, _ columns: [ColumnInfo]) -> String? {
    guard key.hasRowID else { return nil }
    if let column = key.rowIDColumn { return column }
    return SQLiteDatabase.rowIDName(besides: columns.map(\.name))
  }
}

extension RecordPlan {
  /// Whether it is of the table of a type, as the table is called now.
  @inline(__always)
  func isFor<Record: TableRecord>(_ record: Record.Type) -> Bool {
    !hasOwnName || tableName == record.databaseTableName
  }

  /// The values of a record.
  func container<Record: EncodableRecord>(of record: Record) throws -> PersistenceContainer {
    guard takeEncoder() else { return try container(encodedBy: record) }
    defer { giveBackEncoder() }
    try record._encode(into: encoder)
    return try finished(encoder.values.take())
  }

  /// The values of a record that may encode itself.
  private func container<Record: EncodableRecord>(
    encodedBy record: Record
  ) throws -> PersistenceContainer {
    var container = PersistenceContainer(encoding, expecting: expectedLayout)
    let isNested = isEncoding
    try record.encode(to: &container)
    if !isNested { isEncoderFree = container.encodedBy == ObjectIdentifier(Record.self) }
    return try finished(container)
  }

  /// The values of a record that was encoded.
  func finished(_ container: PersistenceContainer) throws -> PersistenceContainer {
    var container = container
    try container.finish()
    if container.layout !== expectedLayout { container.use(known(container.layout)) }
    if container.isEmpty { throw RecordError.emptyContainer(databaseTableName: tableName) }
    return container
  }

  /// Takes what encodes the records: it is not shared while a record encodes others of its type.
  ///
  /// - Returns: Whether it can be used.
  @inline(__always)
  func takeEncoder() -> Bool {
    guard isEncoderFree else { return false }
    isEncoderFree = false
    isEncoding = true
    encoder.values.expect(expectedLayout)
    return true
  }

  /// Gives back what encodes the records.
  @inline(__always)
  func giveBackEncoder() {
    encoder.values.removeAll()
    isEncoding = false
    isEncoderFree = true
  }

  /// The known columns that are the same, so that statements are found by them.
  private func known(_ layout: ContainerLayout) -> ContainerLayout {
    let index = layouts.firstIndex { $0.columns == layout.columns && $0.keys == layout.keys }
    let known = index.map { layouts.remove(at: $0) } ?? layout
    layouts.insert(known, at: 0)
    expectedLayout = known
    if layouts.count > Self.maximumCount { layouts.removeLast() }
    return known
  }

  /// The text of a statement, which is written where it is not known.
  @inline(__always)
  func text(
    _ purpose: RecordStatementText.Purpose,
    _ layout: ContainerLayout,
    _ write: () throws -> RecordStatementText
  ) throws -> RecordStatementText {
    if let last = texts.first, last.layout === layout, last.purpose == purpose { return last }
    return try find(purpose, layout, write)
  }

  @inline(never)
  private func find(
    _ purpose: RecordStatementText.Purpose,
    _ layout: ContainerLayout,
    _ write: () throws -> RecordStatementText
  ) throws -> RecordStatementText {
    let index = texts.firstIndex { $0.layout === layout && $0.purpose == purpose }
    let text = try index.map { texts.remove(at: $0) } ?? write()
    texts.insert(text, at: 0)
    if texts.count > Self.maximumCount { texts.removeLast() }
    return text
  }

  /// How many lists of columns, and how many texts, are kept.
  private static let maximumCount = 16
}

extension Database {
  /// What is known of the table of a type.
  @inline(__always)
  func recordPlan<Record: TableRecord>(_ record: Record.Type) throws -> RecordPlan {
    try knownRecordPlan(record) ?? makeRecordPlan(record)
  }

  /// What is known of the table of a type, if it is.
  @inline(__always)
  func knownRecordPlan<Record: TableRecord>(_ record: Record.Type) -> RecordPlan? {
    guard let kept = recordPlans.plan(of: ObjectIdentifier(record)) else { return nil }
    // Nothing else is kept, and a cast that is checked takes longer than the look-up.
    let plan = unsafeDowncast(kept, to: RecordPlan.self)
    return plan.isFor(record) ? plan : nil
  }

  @inline(never)
  private func makeRecordPlan<Record: TableRecord>(_ record: Record.Type) throws -> RecordPlan {
    let plan = try RecordPlan(record, in: self)
    recordPlans.keep(plan, of: ObjectIdentifier(record))
    return plan
  }
}
