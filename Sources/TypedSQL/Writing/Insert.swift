/// An `INSERT` statement.
///
/// `Returning` are the types of what it returns, `()` for nothing.
public struct Insert<Into: Table, Returning>: Statement {
  /// What a returned row is decoded as.
  public typealias QueryValue = Returning

  /// The table that it writes.
  public typealias From = Into

  enum Source {
    /// One row of the columns' defaults.
    case defaults
    /// The rows of a `SELECT`; whether it ends in its `FROM` clause.
    case select(QueryFragment, endsInFrom: Bool)
    case rows(InsertRows)
  }

  var resolution: ConflictResolution?
  var columns: [String]
  var source: Source
  var conflict: ConflictClause?
  var returning: [QueryFragment] = []
}

extension QueryBindingError {
  /// A condition without an update would be left out, and rows would be written that it forbids.
  static let conditionWithoutUpdate = QueryBindingError(
    """
    'insert … where:' says which rows 'onConflictDoUpdate:' changes, and there is no such update. Leave out the condition, \
    or insert the rows of a 'select' that has it
    """
  )
}

// 1. All of it are values but the rows, which are closures over records or drafts of `Into`, and read only. A draft has
//    the properties of its table, so it can be sent where the table's records can.
extension Insert: @unchecked Sendable where Into: Sendable {}

/// An `INSERT` statement that returns nothing.
public typealias InsertOf<Into: Table> = Insert<Into, ()>

extension Insert {
  /// The SQL; empty where there is no row.
  ///
  /// Rows that leave different columns to the database's defaults make several statements, with semicolons between them.
  ///
  /// With a condition that has no update to go with it, it throws when it is run.
  public var query: QueryFragment {
    if conflict?.isOnlyCondition == true {
      var query: QueryFragment = "SELECT "
      query.append(.invalid(.conditionWithoutUpdate))
      return query
    }
    return switch source {
    case .defaults: statement(leavingOut: columns, values: "")
    case .select(let select, let endsInFrom): selecting(select, endsInFrom)
    case .rows(let rows): inserting(rows.encodedRows)
    }
  }

  /// How a driver runs it row by row; `nil` where it is run as one statement.
  public var _rows: _InsertRun? {
    guard case .rows(let rows) = source, conflict?.isOnlyCondition != true else { return nil }
    return _InsertRun(rows: rows, key: key(of: rows)) { statement(rows: [$0]) }
  }

  private func key(of rows: InsertRows) -> _InsertKey? {
    guard resolution == nil, conflict == nil, returning.isEmpty, rows.groups.count == 1,
      let record = rows.groups[0].record, columns == Into.writableColumnNames
    else { return nil }
    return _InsertKey(
      table: ObjectIdentifier(Into.self),
      tableName: Into.tableName,
      schemaName: Into.schemaName,
      record: record
    )
  }

  private func selecting(_ select: QueryFragment, _ endsInFrom: Bool) -> QueryFragment {
    guard !select.isEmpty else { return QueryFragment() }
    var values = select.forSQL
    // Otherwise SQLite takes ON CONFLICT for the constraint of a join.
    if endsInFrom, conflict != nil {
      values.appendLineOrSpace()
      values.append(sql: "WHERE 1")
    }
    return statement(leavingOut: [], values: values)
  }

  private func inserting(_ rows: [[EncodedColumn]]) -> QueryFragment {
    var query = QueryFragment()
    var first = 0
    while first < rows.count {
      let isUnset = rows[first].map(\.isUnset)
      // DEFAULT VALUES is one row.
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

  /// One statement for rows that leave out the same columns.
  private func statement(rows: ArraySlice<[EncodedColumn]>) -> QueryFragment {
    guard let first = rows.first else { return QueryFragment() }
    let unset = zip(columns, first).filter { $1.isUnset }.map(\.0)
    var values = QueryFragment()
    guard unset.count < columns.count else { return statement(leavingOut: unset, values: values) }
    values.append(sql: "VALUES")
    values.appendLineOrSpace()
    for (index, row) in rows.enumerated() {
      if index > 0 { values.append(sql: ", ") }
      values.append(row: row)
    }
    return statement(leavingOut: unset, values: values)
  }

  private func statement(leavingOut unset: [String], values: QueryFragment) -> QueryFragment {
    var query: QueryFragment = "INSERT "
    query.code.reserveCapacity(256)
    query.append(resolution)
    query.append(sql: "INTO ")
    query.append(Into.aliasedTableFragment)
    query.appendLineOrSpace()
    if values.isEmpty {
      query.append(sql: "DEFAULT VALUES")
    } else {
      query.append(names: unset.isEmpty ? columns : columns.filter { !unset.contains($0) })
      query.appendLineOrSpace()
      query.append(values)
    }
    conflict?.append(to: &query, leavingOut: unset)
    query.append(clause: returning, after: "RETURNING ")
    return query
  }
}

extension QueryFragment {
  /// `OR REPLACE `.
  mutating func append(_ resolution: ConflictResolution?) {
    guard let resolution else { return }
    append(sql: "OR ")
    append(raw: resolution.keyword)
    append(sql: " ")
  }

  fileprivate mutating func append(row: [EncodedColumn]) {
    append(sql: "(")
    var isFirst = true
    for column in row where !column.isUnset {
      if !isFirst { append(sql: ", ") }
      append(column.fragment)
      isFirst = false
    }
    append(sql: ")")
  }
}
