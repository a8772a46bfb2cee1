public import CSQLite
public import DatabaseTypes

extension Statement {
  /// The SQL text.
  public var sql: String {
    unsafe sqlite3_sql(pointer).map { unsafe String(cString: $0) } ?? ""
  }

  /// The SQL text with the bound values in place of the parameters.
  ///
  /// Values may be private: do not log it.
  ///
  /// https://www.sqlite.org/c3ref/expanded_sql.html
  public var expandedSQL: String? {
    guard let text = unsafe sqlite3_expanded_sql(pointer) else { return nil }
    defer { unsafe sqlite3_free(text) }
    return unsafe String(cString: text)
  }

  /// Whether running it writes nothing to the database file.
  ///
  /// https://www.sqlite.org/c3ref/stmt_readonly.html
  public var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

  /// Whether it is in the middle of its rows.
  ///
  /// https://www.sqlite.org/c3ref/stmt_busy.html
  public var isBusy: Bool { unsafe sqlite3_stmt_busy(pointer) != 0 }

  /// Whether it only explains a statement.
  public var isExplain: Bool { unsafe sqlite3_stmt_isexplain(pointer) != 0 }

  /// The number of columns of its rows; 0 for a statement without rows.
  @inlinable public var columnCount: Int { Int(unsafe sqlite3_column_count(pointer)) }

  /// The names of the columns.
  public var columnNames: [String] {
    (0..<columnCount).map { columnName(at: $0) }
  }

  /// The name of a column.
  public borrowing func columnName(at index: Int) -> String {
    unsafe sqlite3_column_name(pointer, Int32(clamping: index)).map {
      unsafe String(cString: $0)
    } ?? ""
  }

  /// The type that a column was declared with; `nil` for an expression.
  ///
  /// https://www.sqlite.org/c3ref/column_decltype.html
  public borrowing func declaredType(at index: Int) -> String? {
    unsafe sqlite3_column_decltype(pointer, Int32(clamping: index)).map {
      unsafe String(cString: $0)
    }
  }

  /// The table's column that a column shows; `nil` for an expression, and without ``Capability/columnMetadata``.
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

  /// The names and origins of the columns.
  public borrowing func layout() -> RowLayout {
    let count = columnCount
    var names: [String] = []
    var origins: [ColumnOrigin?] = []
    for index in 0..<count {
      names.append(columnName(at: index))
      origins.append(origin(at: index))
    }
    return RowLayout(columnNames: names, origins: origins)
  }
}

extension Statement {
  /// What SQLite counts while a statement runs.
  ///
  /// https://www.sqlite.org/c3ref/c_stmtstatus_counter.html
  public enum Counter: Int32, Sendable, CaseIterable {
    /// Steps forward in a full scan of a table.
    case fullScanSteps = 1
    /// Sorts.
    case sorts = 2
    /// Rows put into automatic indexes.
    case automaticIndexRows = 3
    /// Operations of the virtual machine.
    case virtualMachineSteps = 4
    /// Times it was compiled again since the schema changed.
    case recompilations = 5
    /// Runs.
    case runs = 6
    /// The memory that it takes, in bytes.
    case memoryUsed = 99
  }

  /// A count since the statement was compiled or the counter was reset.
  public borrowing func count(_ counter: Counter, reset: Bool = false) -> Int {
    Int(unsafe sqlite3_stmt_status(pointer, counter.rawValue, reset ? 1 : 0))
  }
}
