/// An `INSERT` statement.
///
/// `Returning` is the type of the returned values: a tuple for several, `()` for none.
public struct Insert<Into: Table, Returning>: Statement {
  /// The type that a returned row is decoded as.
  public typealias QueryValue = Returning

  /// The table that the statement writes.
  public typealias From = Into

  /// The source of the rows: given rows, the result of a `SELECT`, or one row of column defaults.
  ///
  /// It is a structure, because an enumeration would copy its rows to look at them.
  @usableFromInline
  struct Source {
    @usableFromInline var rows: InsertRows?
    /// The rows of a `SELECT`, and whether it ends in its `FROM` clause.
    var select: (query: QueryFragment, endsInFrom: Bool)?

    @usableFromInline
    init(select: (query: QueryFragment, endsInFrom: Bool)?) { self.select = select }

    @inlinable
    init(rows: InsertRows) {
      self.init(select: nil)
      self.rows = rows
    }

    /// One row of the columns' defaults.
    static var defaults: Source { Source(select: nil) }

    /// Returns the source with the rows of a `SELECT`.
    static func select(_ query: QueryFragment, endsInFrom: Bool) -> Source {
      Source(select: (query, endsInFrom))
    }

    @inlinable
    static func rows(_ rows: InsertRows) -> Source { Source(rows: rows) }
  }

  /// The columns to write.
  @usableFromInline
  enum Columns {
    /// All columns that can be written.
    case writable
    /// The columns with these names.
    case named([String])

    fileprivate var names: [String] {
      switch self {
      case .writable: Into.writableColumnNames
      case .named(let names): names
      }
    }
  }

  /// The handling of an existing row in conflict with an inserted one.
  @usableFromInline
  enum Conflict {
    /// A clause that was specified.
    case clause(ConflictClause)
    /// An update of all inserted columns.
    ///
    /// The clause is the same for each row, so it is made only when it is needed.
    case upsert(() -> ConflictClause)

    fileprivate var clause: ConflictClause {
      switch self {
      case .clause(let clause): clause
      case .upsert(let makeClause): makeClause()
      }
    }
  }

  @usableFromInline var resolution: ConflictResolution?
  @usableFromInline var columns: Columns
  @usableFromInline var source: Source
  @usableFromInline var conflict: Conflict?
  @usableFromInline var returning: [QueryFragment] = []

  @inlinable
  init(
    resolution: ConflictResolution? = nil,
    columns: Columns,
    source: Source,
    conflict: Conflict?,
    returning: [QueryFragment] = []
  ) {
    self.resolution = resolution
    self.columns = columns
    self.source = source
    self.conflict = conflict
    self.returning = returning
  }

  init(
    resolution: ConflictResolution? = nil,
    columns: Columns,
    source: Source,
    conflict: ConflictClause? = nil
  ) {
    self.init(
      resolution: resolution,
      columns: columns,
      source: source,
      conflict: conflict.map { .clause($0) }
    )
  }
}

extension QueryBindingError {
  /// An error for a condition without an update.
  ///
  /// Without it, the condition would be dropped, and rows would be written that it forbids.
  static let conditionWithoutUpdate = QueryBindingError(
    """
    'insert … where:' is the condition of 'onConflictDoUpdate:', which is missing. Remove the condition, or \
    insert the rows of a 'select' with that condition
    """
  )
}

// 1. Everything in it is a value, except the rows, which are read-only closures over records or
//    drafts of `Into`, and the clause of an upsert, which is a closure over a type. A draft has the
//    properties of its table, so it can be sent wherever the table's records can.
extension Insert: @unchecked Sendable where Into: Sendable {}

/// An `INSERT` statement that returns nothing.
public typealias InsertOf<Into: Table> = Insert<Into, ()>

extension InsertOf {
  /// Creates an insertion without an update on conflict, for which a condition is an error.
  @inlinable
  init(
    _ rows: InsertRows,
    conditionWithoutUpdate updateFilter: (Into.TableColumns) -> [QueryFragment]
  ) {
    let conditions = updateFilter(Into.columns)
    self.init(
      columns: .writable,
      source: .rows(rows),
      conflict: conditions.isEmpty ? nil : .onlyConditions(conditions)
    )
  }
}

extension Insert.Conflict {
  @usableFromInline
  static func onlyConditions(_ conditions: [QueryFragment]) -> Self {
    .clause(ConflictClause(updateFilter: conditions, isOnlyCondition: true))
  }
}

extension Insert {
  /// The SQL, which is empty if there are no rows.
  ///
  /// Rows that leave different columns to the database's defaults become several statements,
  /// separated by semicolons.
  ///
  /// A condition without an update makes the statement throw when it runs.
  public var query: QueryFragment {
    if isOnlyCondition {
      var query: QueryFragment = "SELECT "
      query.append(.invalid(.conditionWithoutUpdate))
      return query
    }
    if let rows = source.rows { return inserting(rows.encodedRows) }
    if let select = source.select { return selecting(select.query, select.endsInFrom) }
    return statement(leavingOut: columns.names, values: "")
  }

  @inlinable var isOnlyCondition: Bool {
    guard case .clause(let clause) = conflict else { return false }
    return clause.isOnlyCondition
  }

  /// The number of rows that a driver runs one by one, or `nil` if it is run as one statement.
  @inlinable public var _rowCount: Int? {
    isOnlyCondition ? nil : source.rows?.count
  }

  /// The key of the rows that share a statement.
  ///
  /// Rows have one if they are of one type, and are inserted without other clauses or upserted.
  @inlinable public var _rowKey: _RowKey? {
    guard resolution == nil, returning.isEmpty, source.rows?.others.isEmpty == true,
      let record = source.rows?.first?.record, areAllColumns
    else { return nil }
    return switch conflict {
    case nil: _RowKey(.insertion, Into.self, record: record)
    case .upsert: _RowKey(.upsert, Into.self, record: record)
    case .clause: nil
    }
  }

  @inlinable var areAllColumns: Bool {
    switch columns {
    case .writable: true
    case .named(let names): names == Into.writableColumnNames
    }
  }

  /// Runs the rows one by one.
  @inlinable
  public func _writeRows(to target: any _RowWriter) throws {
    try source.rows?.write(to: target, isCached: { _rowKey != nil }) { statement(rows: [$0]) }
  }

  private func selecting(_ select: QueryFragment, _ endsInFrom: Bool) -> QueryFragment {
    guard !select.isEmpty else { return QueryFragment() }
    var values = select.forSQL
    // Without this, SQLite would parse ON CONFLICT as the constraint of a join.
    if endsInFrom, conflict != nil {
      values.appendLineOrSpace()
      values.append(sql: MarkedSQL.whereTrue)
    }
    return statement(leavingOut: [], values: values)
  }

  private func inserting(_ rows: [[EncodedColumn]]) -> QueryFragment {
    var query = QueryFragment()
    var first = 0
    while first < rows.count {
      let isUnset = rows[first].map(\.isUnset)
      // DEFAULT VALUES inserts only one row.
      let isSingle = !isUnset.contains(false)
      var end = first + 1
      while !isSingle, end < rows.count, rows[end].map(\.isUnset) == isUnset { end += 1 }
      if first > 0 {
        query.append(sql: ";")
        query.appendLineOrSpace()
      }
      query.append(statement(rows: rows[first..<end]))
      first = end
    }
    return query
  }

  /// Returns one statement for rows that leave out the same columns.
  @usableFromInline
  func statement(rows: ArraySlice<[EncodedColumn]>) -> QueryFragment {
    guard let first = rows.first else { return QueryFragment() }
    let columns = columns.names
    let unset = zip(columns, first).filter { $1.isUnset }.map(\.0)
    var values = QueryFragment()
    guard unset.count < columns.count else { return statement(leavingOut: unset, values: values) }
    values.append(sql: "VALUES")
    values.appendLineOrSpace()
    values.append(hint: .insertedRows)
    let keys = Into.keyColumnNames
    let areKeys = keys.isEmpty ? [] : columns.map { keys.contains($0) }
    for (index, row) in rows.enumerated() {
      if index > 0 { values.append(sql: ", ") }
      values.append(row: row, areKeys)
    }
    return statement(leavingOut: unset, values: values)
  }

  private func statement(leavingOut unset: [String], values: QueryFragment) -> QueryFragment {
    var query = QueryFragment()
    query.code.reserveCapacity(256)
    query.append(sql: "INSERT")
    query.append(resolution)
    query.append(sql: " INTO ")
    query.append(Into.aliasedTableFragment)
    query.appendLineOrSpace()
    if values.isEmpty {
      query.append(sql: "DEFAULT VALUES")
    } else {
      let names = columns.names
      query.append(names: unset.isEmpty ? names : names.filter { !unset.contains($0) })
      query.appendLineOrSpace()
      query.append(values)
    }
    conflict?.clause.append(to: &query, leavingOut: unset)
    query.append(clause: returning, after: "RETURNING ")
    return query
  }
}

extension QueryFragment {
  /// Appends a conflict resolution: `OR REPLACE `.
  mutating func append(_ resolution: ConflictResolution?) {
    guard let resolution else { return }
    append(sql: MarkedSQL.or)
    append(raw: resolution.keyword)
  }

  fileprivate mutating func append(row: [EncodedColumn], _ areKeys: [Bool]) {
    append(sql: "(")
    var isFirst = true
    for (index, column) in row.enumerated() where !column.isUnset {
      if !isFirst { append(sql: ", ") }
      if areKeys.indices.contains(index), areKeys[index], column.fragment.isPlaceholder {
        append(hint: .keyValue)
      }
      append(column.fragment)
      isFirst = false
    }
    append(sql: ")")
  }
}

extension Table {
  /// The names of the primary key's columns, also of a draft's table; empty if there is no key.
  fileprivate static var keyColumnNames: [String] {
    if let keyed = columns as? any PrimaryKeyedTableDefinition { return keyed.primaryKeyNames }
    return (self as? any TableDraft.Type)?.keyColumnNamesOfTable ?? []
  }
}

extension TableDraft {
  fileprivate static var keyColumnNamesOfTable: [String] { SourceTable.keyColumnNames }
}

extension PrimaryKeyedTableDefinition {
  fileprivate var primaryKeyNames: [String] { primaryKey._names }
}
