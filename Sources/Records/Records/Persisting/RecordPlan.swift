import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// A connection's knowledge of a record type's table, with the text of the statements that write
/// it.
///
/// The connection discards it when the schema changes.
final class RecordPlan {
  let tableName: String
  /// Whether the type defines its table name itself, and so may change it.
  private let hasCustomName: Bool
  /// The quoted name, with the schema if it is given.
  let tableSQL: String
  let key: PrimaryKeyInfo
  let isView: Bool
  /// A name of the row number that no column has; `nil` if rows have no numbers.
  let rowIDName: String?
  /// Whether the table has as many columns as a statement returns at most.
  let isFull: Bool
  /// The generated columns, by folded name.
  let generatedColumns: Set<ByteText>
  /// The functions that convert bound values to stored ones, by folded column name.
  let storingFunctions: [ByteText: String]
  let encoding: RecordEncoding
  /// The columns of recent records, the latest first.
  private var layouts: [ContainerLayout] = []
  /// The expected columns of the next record, which are those of the last one.
  @exclusivity(unchecked) private var expectedLayout = ContainerLayout.empty
  @exclusivity(unchecked) private var texts: [RecordStatementText] = []
  /// The encoder for records that the library encodes.
  let encoder: _RecordEncoder
  /// Whether the encoder can be used.
  ///
  /// It cannot be used if records encode themselves, before that is known, and while it encodes a
  /// record.
  @exclusivity(unchecked) private var isEncoderFree = false
  /// Whether the encoder is encoding a record.
  @exclusivity(unchecked) private var isEncoding = false
  /// The callbacks of the type that are known to do nothing.
  let callbacks = KnownCallbacks()
  /// The statement that inserted the last record.
  @exclusivity(unchecked) var lastInsertion: RecordInsertion?
  /// The statement that updated the last record.
  @exclusivity(unchecked) var lastUpdate: RecordUpdate?
  /// The clause of the last upsert.
  @exclusivity(unchecked) var lastClause: (layout: ContainerLayout, clause: UpsertClause)?
  /// The selection of the table, which statements that write it return.
  let selection: RecordSelection
  /// The SQL that reads all rows.
  let selectSQL: String
  /// The SQL that reads the row with a single-column key.
  let selectByKeySQL: String
  let table: TableName

  init<Record: TableRecord>(_ record: Record.Type, in db: Database) throws {
    let schema = (record as? any Table.Type)?.schemaName
    tableName = record.databaseTableName
    hasCustomName = tableName != _databaseTableName(of: record)
    tableSQL = (schema.map { quotedIdentifier($0) + "." } ?? "") + quotedIdentifier(tableName)
    let columns = try db.columns(in: tableName, in: schema)
    key = try db.primaryKey(tableName, in: schema)
    isView = key.isOfView || (!key.hasRowID && key.columns.isEmpty)
    rowIDName = Self.rowIDName(key, columns)
    isFull = columns.count(where: { !$0.isHidden }) >= db.columnLimit
    generatedColumns = Set(columns.filter(\.isGenerated).map { ByteText.foldingASCII($0.name) })
    storingFunctions = (record as? any Table.Type)?.storingFunctions ?? [:]
    encoding = record.databaseEncoding.onSQLite
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
  /// Returns whether the plan is for the table of a type, with the table's current name.
  @inline(__always)
  func isFor<Record: TableRecord>(_ record: Record.Type) -> Bool {
    !hasCustomName || tableName == record.databaseTableName
  }

  /// Returns the values of a record.
  func container<Record: EncodableRecord>(of record: Record) throws -> PersistenceContainer {
    guard takeEncoder() else { return try container(encodedBy: record) }
    defer { releaseEncoder() }
    try record._encode(into: encoder)
    return try finished(encoder.values.take())
  }

  /// Returns the values of a record that may encode itself.
  private func container<Record: EncodableRecord>(
    encodedBy record: Record
  ) throws -> PersistenceContainer {
    var container = PersistenceContainer(encoding, expecting: expectedLayout)
    let isNested = isEncoding
    try record.encode(to: &container)
    if !isNested { isEncoderFree = container.encodedBy == ObjectIdentifier(Record.self) }
    return try finished(container)
  }

  /// Returns the values of a record after encoding it.
  func finished(_ container: PersistenceContainer) throws -> PersistenceContainer {
    var container = container
    try container.finish()
    if container.layout !== expectedLayout { container.use(known(container.layout)) }
    if container.isEmpty { throw RecordError.emptyContainer(databaseTableName: tableName) }
    return container
  }

  /// Acquires the encoder, which is not shared while a record encodes others of its type.
  ///
  /// - Returns: Whether the encoder can be used.
  @inline(__always)
  func takeEncoder() -> Bool {
    guard isEncoderFree else { return false }
    isEncoderFree = false
    isEncoding = true
    encoder.values.expect(expectedLayout)
    return true
  }

  /// Releases the encoder.
  @inline(__always)
  func releaseEncoder() {
    encoder.values.removeAll()
    isEncoding = false
    isEncoderFree = true
  }

  /// Returns the known layout with the same columns, which identifies the statements.
  private func known(_ layout: ContainerLayout) -> ContainerLayout {
    let index = layouts.firstIndex { $0.columns == layout.columns && $0.keys == layout.keys }
    let known = index.map { layouts.remove(at: $0) } ?? layout
    layouts.insert(known, at: 0)
    expectedLayout = known
    if layouts.count > Self.maximumCount { layouts.removeLast() }
    return known
  }

  /// Returns the text of a statement, which is written if it is not known.
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

  /// The maximum number of layouts, and of texts, that are kept.
  private static let maximumCount = 16
}

extension Database {
  /// Returns the plan for the table of a type.
  @inline(__always)
  func recordPlan<Record: TableRecord>(_ record: Record.Type) throws -> RecordPlan {
    try knownRecordPlan(record) ?? makeRecordPlan(record)
  }

  /// Returns the plan for the table of a type, if there is one already.
  @inline(__always)
  func knownRecordPlan<Record: TableRecord>(_ record: Record.Type) -> RecordPlan? {
    guard let cached = recordPlans.plan(of: ObjectIdentifier(record)) else { return nil }
    // Nothing else is kept here, and a checked cast takes longer than the lookup.
    let plan = unsafeDowncast(cached, to: RecordPlan.self)
    return plan.isFor(record) ? plan : nil
  }

  @inline(never)
  private func makeRecordPlan<Record: TableRecord>(_ record: Record.Type) throws -> RecordPlan {
    let plan = try RecordPlan(record, in: self)
    recordPlans.keep(plan, of: ObjectIdentifier(record))
    return plan
  }
}
