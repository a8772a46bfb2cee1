public import DynamicColumns
public import SQLiteDatabase

extension DatabaseReader {
  /// Runs one or several statements that read, and prints their rows.
  ///
  /// ```swift
  /// try database.dumpSQL("SELECT * FROM player")
  /// ```
  ///
  /// All values are shown, so do not log the output.
  ///
  /// - Parameters:
  ///   - sql: The SQL, whose values are bound.
  ///   - format: The format of the rows.
  ///   - stream: The stream to print to; standard output unless given. It should be an object,
  ///     since the method writes to a copy.
  /// - Throws: ``DatabaseError``.
  public func dumpSQL(
    _ sql: SQL,
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws { try read { db in try db.dumpSQL(sql, format: format, to: stream) } }

  /// Prints the rows of a request, without those of to-many associations.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - format: The format of the rows.
  ///   - stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  public func dumpRequest(
    _ request: some FetchRequest,
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws { try read { db in try db.dumpRequest(request, format: format, to: stream) } }

  /// Prints the rows of tables and views, each under its name if there are several.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables and views.
  ///   - format: The format of the rows.
  ///   - stableOrder: Whether rows are ordered by all columns, instead of in storage order.
  ///   - stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpTables(
    _ tables: [String],
    format: DumpFormat = .debug(),
    stableOrder: Bool = false,
    to stream: (any TextOutputStream)? = nil
  ) throws {
    try read { db in
      try db.dumpTables(tables, format: format, stableOrder: stableOrder, to: stream)
    }
  }

  /// Prints the statements that create the tables, indexes, views and triggers.
  ///
  /// - Parameter stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpSchema(to stream: (any TextOutputStream)? = nil) throws {
    try read { db in try db.dumpSchema(to: stream) }
  }

  /// Prints a snapshot of the schema, and of the rows of each table under its name.
  ///
  /// ```swift
  /// try database.dumpContent()
  /// // sqlite_master
  /// // CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
  /// //
  /// // player
  /// // 1|Arthur
  /// ```
  ///
  /// - Parameters:
  ///   - format: The format of the rows.
  ///   - stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpContent(
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws { try read { db in try db.dumpContent(format: format, to: stream) } }
}
