public import CSQLite
public import DatabaseTypes

extension Statement {
  /// The SQL text.
  public var sql: String {
    unsafe sqlite3_sql(pointer).map { unsafe String(cString: $0) } ?? ""
  }

  /// The SQL text with the bound values in place of the parameters.
  ///
  /// Values may be private, so do not log it.
  ///
  /// https://www.sqlite.org/c3ref/expanded_sql.html
  public var expandedSQL: String? {
    guard let text = unsafe sqlite3_expanded_sql(pointer) else { return nil }
    defer { unsafe sqlite3_free(text) }
    return unsafe String(cString: text)
  }

  /// Whether running the statement writes nothing to the database file.
  ///
  /// https://www.sqlite.org/c3ref/stmt_readonly.html
  public var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

  /// Whether the statement was stepped, and neither reset nor run to its end.
  ///
  /// https://www.sqlite.org/c3ref/stmt_busy.html
  public var isBusy: Bool { unsafe sqlite3_stmt_busy(pointer) != 0 }

  /// Whether the statement is an EXPLAIN.
  public var isExplain: Bool { unsafe sqlite3_stmt_isexplain(pointer) != 0 }

  /// The number of columns of its rows; 0 for a statement that returns no rows.
  @inlinable public var columnCount: Int { Int(unsafe sqlite3_column_count(pointer)) }

  /// The names of the columns.
  public var columnNames: [String] {
    (0..<columnCount).map { columnName(at: $0) }
  }

  /// Returns the name of a column.
  public borrowing func columnName(at index: Int) -> String {
    unsafe sqlite3_column_name(pointer, Int32(clamping: index)).map {
      unsafe String(cString: $0)
    } ?? ""
  }

  /// Returns the declared type of a column, or `nil` for an expression.
  ///
  /// https://www.sqlite.org/c3ref/column_decltype.html
  public borrowing func declaredType(at index: Int) -> String? {
    unsafe sqlite3_column_decltype(pointer, Int32(clamping: index)).map {
      unsafe String(cString: $0)
    }
  }

  /// Returns the table column that a result column shows, or `nil` for an expression.
  ///
  /// It is also `nil` without ``Capability/columnMetadata``.
  public borrowing func origin(at index: Int) -> ColumnOrigin? {
    let index = Int32(clamping: index)
    guard let schema = unsafe OptionalSymbols.columnDatabaseName?(pointer, index),
      let table = unsafe OptionalSymbols.columnTableName?(pointer, index),
      let column = unsafe OptionalSymbols.columnOriginName?(pointer, index)
    else { return nil }
    return unsafe ColumnOrigin(
      table: TableName(schema: String(cString: schema), String(cString: table)),
      column: String(cString: column)
    )
  }

  /// Returns the names and origins of the columns.
  public borrowing func layout() -> RowLayout {
    let count = columnCount
    var names: [String] = []
    var origins: [ColumnOrigin?] = []
    for index in 0..<count {
      names.append(columnName(at: index))
      origins.append(origin(at: index))
    }
    return RowLayout(columnNames: names, origins: origins, hasDecimals: false)
  }
}

extension Statement {
  /// A counter that SQLite keeps for each statement.
  ///
  /// https://www.sqlite.org/c3ref/c_stmtstatus_counter.html
  public enum Counter: Int32, Sendable, CaseIterable {
    /// The number of steps forward in full table scans.
    case fullScanSteps = 1
    /// The number of sort operations.
    case sorts = 2
    /// The number of rows inserted into automatic indexes.
    case automaticIndexRows = 3
    /// The number of virtual machine operations.
    case virtualMachineSteps = 4
    /// The number of recompilations due to schema changes.
    case recompilations = 5
    /// The number of runs.
    case runs = 6
    /// The memory that the statement uses, in bytes.
    case memoryUsed = 99
  }

  /// Returns a counter's value since the statement was compiled or the counter was reset.
  public borrowing func count(_ counter: Counter, reset: Bool = false) -> Int {
    Int(unsafe sqlite3_stmt_status(pointer, counter.rawValue, reset ? 1 : 0))
  }
}
