import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// What a connection knows of the table of a type, and the texts of the statements that write its records.
///
/// The connection forgets it when the schema changes.
final class RecordPlan {
  let tableName: String
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
  @exclusivity(unchecked) private var layouts: [ContainerLayout] = []
  @exclusivity(unchecked) private var texts: [RecordStatementText] = []
  /// Encodes the records where the library does so; `nil` where they do it themselves, or it is not known.
  @exclusivity(unchecked) private var encoder: _RecordEncoder?
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
    tableSQL = (schema.map { quotedIdentifier($0) + "." } ?? "") + quotedIdentifier(tableName)
    let columns = try db.columns(in: tableName, in: schema)
    key = try db.primaryKey(tableName, in: schema)
    isView = !key.hasRowID && key.columns.isEmpty
    rowIDName = Self.rowIDName(key, columns)
    generatedColumns = Set(columns.filter(\.isGenerated).map { $0.name.lowercased() })
    storingFunctions = (record as? any Table.Type)?.storingFunctions ?? [:]
    encoding = record.databaseEncoding
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
  /// The columns that the next record is expected to have.
  var expectedLayout: ContainerLayout { layouts.first ?? .empty }

  /// The values of a record.
  @inline(__always)
  func container<Record: EncodableRecord>(of record: Record) throws -> PersistenceContainer {
    let expected = expectedLayout
    var container = PersistenceContainer(encoding, expecting: expected)
    if let encoder {
      // Not shared while a record encodes others of its type.
      self.encoder = nil
      swap(&container, &encoder.values.container)
      defer { self.encoder = encoder }
      do { try record._encode(into: encoder) } catch {
        swap(&container, &encoder.values.container)
        throw error
      }
      swap(&container, &encoder.values.container)
    } else {
      try record.encode(to: &container)
      if container.encodedBy == ObjectIdentifier(Record.self) {
        encoder = _RecordEncoder(RecordValues(PersistenceContainer(encoding, expecting: .empty)))
      }
    }
    try container.finish()
    if container.layout !== expected { container.use(known(container.layout)) }
    if container.isEmpty { throw RecordError.emptyContainer(databaseTableName: tableName) }
    return container
  }

  /// The known columns that are the same, so that statements are found by them.
  private func known(_ layout: ContainerLayout) -> ContainerLayout {
    let index = layouts.firstIndex { $0.columns == layout.columns && $0.keys == layout.keys }
    let known = index.map { layouts.remove(at: $0) } ?? layout
    layouts.insert(known, at: 0)
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
    if let last = lastRecordPlan, last.type == ObjectIdentifier(record),
      let plan = last.plan as? RecordPlan
    {
      return plan
    }
    return try findRecordPlan(record)
  }

  @inline(never)
  private func findRecordPlan<Record: TableRecord>(_ record: Record.Type) throws -> RecordPlan {
    let type = ObjectIdentifier(record)
    if let known = recordPlans[type] as? RecordPlan {
      lastRecordPlan = (type, known)
      return known
    }
    let plan = try RecordPlan(record, in: self)
    if recordPlans.count >= max(configuration.maximumCachedStatementCount, 1) { recordPlans = [:] }
    recordPlans[type] = plan
    lastRecordPlan = (type, plan)
    return plan
  }
}
