public import DynamicColumns
public import SQLiteDatabase

extension DatabaseReader {
  /// Runs one or several statements that read, and prints their rows: `try database.dumpSQL("SELECT * FROM player")`.
  ///
  /// It shows all values: keep it out of what is logged.
  ///
  /// - Parameters:
  ///   - sql: The SQL, whose values are bound.
  ///   - format: How rows are printed.
  ///   - stream: Where they are printed: an object, since a copy is written to; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpSQL(
    _ sql: SQL,
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws { try read { db in try db.dumpSQL(sql, format: format, to: stream) } }

  /// Prints the rows of a request, without those of associations to many.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - format: How rows are printed.
  ///   - stream: Where they are printed: an object; standard output unless given.
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  public func dumpRequest(
    _ request: some FetchRequest,
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws { try read { db in try db.dumpRequest(request, format: format, to: stream) } }

  /// Prints the rows of tables and views, each under its name where there are several.
  ///
  /// - Parameters:
  ///   - tables: Their names.
  ///   - format: How rows are printed.
  ///   - stableOrder: Whether rows come in the order of all their columns, and not as they are stored.
  ///   - stream: Where they are printed: an object; standard output unless given.
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

  /// Prints the statements that make the tables, indexes, views and triggers.
  ///
  /// - Parameter stream: Where they are printed: an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpSchema(to stream: (any TextOutputStream)? = nil) throws {
    try read { db in try db.dumpSchema(to: stream) }
  }

  /// Prints the schema, and the rows of all tables under their names, of one moment.
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
  ///   - format: How rows are printed.
  ///   - stream: Where they are printed: an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpContent(
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws { try read { db in try db.dumpContent(format: format, to: stream) } }
}
