import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// The clause that determines what an upsert does with an existing row.
struct UpsertClause {
  let sql: String
  let bindings: [DatabaseValue]
}

extension RecordPlan {
  /// Returns the clause that sets the values of a record, except those of its key.
  func upsertClause(
    _ layout: ContainerLayout,
    target: [String],
    assignments: [ColumnAssignment],
    excluded: RequestAlias
  ) throws -> UpsertClause {
    var context = _ExpressionContext(table: tableName, encoding: StoredValues(encoding))
    context.aliases[excluded.id] = ("excluded", StoredValues(encoding))
    var clause: QueryFragment = " ON CONFLICT"
    if !target.isEmpty {
      clause.append(" (\(target.map { QueryFragment(quote: $0) }.joined(separator: ", ")))")
    }
    clause.append(" DO UPDATE SET ")
    var settings = try assignments.lastOfEachColumn.compactMap { assignment in
      try assignment.fragment(in: context).map {
        "\(quote: assignment.column.name) = \($0)" as QueryFragment
      }
    }
    let handled = key.columns + target + assignments.map(\.column.name)
    for column in layout.columns where !generatedColumns.contains(ByteText.foldingASCII(column)) {
      guard !handled.contains(where: { isSameIdentifier($0, column) }) else { continue }
      settings.append("\(quote: column) = \(quote: "excluded").\(quote: column)")
    }
    // An assignment is needed for a row to be returned.
    if settings.isEmpty, let column = layout.columns.first {
      settings.append("\(quote: column) = \(quote: column)")
    }
    clause.append(settings.joined(separator: ", "))
    let (sql, bindings) = clause.render(for: .library)
    return UpsertClause(sql: sql, bindings: try bindings.map { try $0.databaseValue() })
  }

  /// Inserts a record, or updates the conflicting row.
  func upsert(
    _ record: some EncodableRecord,
    _ db: Database
  ) throws -> InsertionSuccess {
    let container = try container(of: record)
    let clause = try plainClause(container.layout)
    let text = try upsertText(
      container.layout,
      clause: clause.sql,
      returning: rowIDName.map(quotedIdentifier)
    )
    let statement = try db.cachedStatement(sql: text.sql)
    try statement.bind(values: text.values(of: container) + clause.bindings)
    guard rowIDName != nil else {
      try statement.run()
      return upserted(container, nil, db.changesCount > 0)
    }
    let rowID = try statement.firstRow { try $0.currentRow.decode(Int64.self, at: 0) }
    return upserted(container, rowID ?? nil, rowID != nil)
  }

  /// Inserts a record or updates the conflicting row, and fetches a record of the row.
  func upsert<Record: FetchableRecord & TableRecord>(
    _ record: some EncodableRecord,
    _ db: Database,
    fetching fetched: inout Record?,
    _ makeClause: (ContainerLayout) throws -> UpsertClause
  ) throws -> InsertionSuccess {
    let container = try container(of: record)
    let clause = try makeClause(container.layout)
    if isFull, let rowIDName {
      return try upsertBeforeFetching(container, clause, rowIDName, db, as: &fetched)
    }
    let selection = try db.recordPlan(Record.self).selection
    let returning = [selection.sql] + (rowIDName.map { [quotedIdentifier($0)] } ?? [])
    let text = try upsertText(
      container.layout,
      clause: clause.sql,
      returning: returning.joined(separator: ", ")
    )
    let statement = try db.cachedStatement(sql: text.sql)
    try statement.bind(
      values: text.values(of: container) + clause.bindings + selection.bindings
    )
    var rowID: Int64?
    fetched = try statement.firstRecord(Record.self) { statement in
      guard rowIDName != nil else { return }
      rowID = try statement.currentRow.decode(Int64.self, at: statement.columnCount - 1)
    }
    return upserted(container, rowID, fetched != nil)
  }

  /// Inserts a record or updates the conflicting row, and then fetches a record of the row.
  ///
  /// A table with as many columns as a statement returns at most leaves no room for the row number
  /// beside them.
  private func upsertBeforeFetching<Record: FetchableRecord & TableRecord>(
    _ container: PersistenceContainer,
    _ clause: UpsertClause,
    _ rowIDName: String,
    _ db: Database,
    as fetched: inout Record?
  ) throws -> InsertionSuccess {
    let name = quotedIdentifier(rowIDName)
    let text = try upsertText(container.layout, clause: clause.sql, returning: name)
    let statement = try db.cachedStatement(sql: text.sql)
    try statement.bind(values: text.values(of: container) + clause.bindings)
    var written: Int64?
    _ = try statement.firstRow { written = try $0.currentRow.decode(Int64.self, at: 0) }
    guard let rowID = written else { return upserted(container, nil, false) }
    let plan = try db.recordPlan(Record.self)
    let select = try db.cachedStatement(sql: "\(plan.selectSQL) WHERE \(name) = ?")
    try select.bind(values: plan.selection.bindings + [.integer(rowID)])
    fetched = try select.firstRecord(Record.self)
    return upserted(container, rowID, true)
  }

  private func plainClause(_ layout: ContainerLayout) throws -> UpsertClause {
    if let (known, clause) = lastClause, known === layout { return clause }
    let clause = try upsertClause(layout, target: [], assignments: [], excluded: RequestAlias())
    lastClause = (layout, clause)
    return clause
  }

  private func upserted(
    _ container: PersistenceContainer,
    _ rowID: Int64?,
    _ isWritten: Bool
  ) -> InsertionSuccess {
    InsertionSuccess(
      rowID: rowID,
      rowIDColumn: key.rowIDColumn,
      isInserted: isWritten,
      persistenceContainer: container
    )
  }
}

/// The encoding of values in requests, as a record type stores them.
struct StoredValues: _ValueEncoding {
  private let encoding: RecordEncoding

  init(_ encoding: RecordEncoding) { self.encoding = encoding }

  func binding(of value: _DynamicValue, column: String?) -> QueryBinding {
    let column = column ?? ""
    return switch value {
    case .date(let date): encoding.binding(of: date, inColumn: column)
    case .uuid(let uuid): encoding.binding(of: uuid, inColumn: column)
    case .data(let data): encoding.binding(of: data, inColumn: column)
    case .decimal(let decimal): encoding.binding(of: decimal, inColumn: column)
    case .stored, .invalid: value.plainBinding
    }
  }
}
