import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension Database {
  /// Records the changes that a closure makes to the rows of some tables.
  ///
  /// The closure runs in a savepoint, or in a transaction if none is open: if it throws, its
  /// changes are undone. Only tables with a declared PRIMARY KEY are recorded, and no virtual
  /// tables.
  ///
  /// Observers of the database learn which tables changed, but not which rows: SQLite reports rows
  /// either to a changeset or to observers.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables; `nil` for all tables.
  ///   - body: Makes the changes to record.
  /// - Returns: The changes: each row once, from its first values to its last.
  /// - Throws: An error of `body`, or ``DatabaseError``: with `.notFound` for a table, with
  ///   `.missingCapability` if SQLite was built without the session extension.
  public func recordChangeset(of tables: [String]? = nil, _ body: () throws -> Void) throws
    -> DatabaseChangeset
  {
    try writingDirectly { _ in
      let tables = try tables?.map(storedName)
      let changesBefore = connection.totalChangesCount
      let changeset = try DatabaseChangeset.convertingErrors {
        let session = try Session(on: connection)
        if let tables {
          for table in tables { try session.attach(table) }
        } else {
          try session.attach()
        }
        try body()
        return DatabaseChangeset(try session.changeset())
      }
      // The session takes the place of the hook. The tables that a statement writes are known
      // anyway, but not those that foreign key actions write.
      if capture.isRecording, connection.totalChangesCount != changesBefore,
        try hasForeignKeyActions()
      {
        capture.markEverything()
      }
      return changeset
    }
  }

  /// Returns the name of a table as the schema spells it.
  ///
  /// A changeset stores the name as it is given.
  private func storedName(_ table: String) throws -> String {
    let rows = try internalRows(
      "SELECT name FROM pragma_table_list(?1) WHERE schema = 'main'",
      [.text(table)]
    )
    guard let name = rows.first?[0].text(at: 0) else {
      throw DatabaseError(code: .notFound, message: "There is no table “\(table)”.", path: path)
    }
    return name
  }

  private func hasForeignKeyActions() throws -> Bool {
    let rows = try internalRows(
      """
      SELECT 1 FROM pragma_table_list t, pragma_foreign_key_list(t.name, t.schema) k
      WHERE k.on_update NOT IN ('NO ACTION', 'RESTRICT') OR k.on_delete NOT IN ('NO ACTION', 'RESTRICT')
      LIMIT 1
      """,
      []
    )
    return !rows.isEmpty
  }

  /// Applies a changeset: all of it, or nothing.
  ///
  /// Tables are found by name; those that are missing, or have other columns or keys, are skipped.
  /// Triggers run. Observers and live queries see the changes like those of any statement.
  ///
  /// - Parameters:
  ///   - changeset: The changes to apply.
  ///   - tables: The names of the tables whose changes are applied; `nil` for all tables.
  ///   - resolve: Resolves a change that does not fit. By default such a change aborts, and nothing
  ///     is applied.
  /// - Throws: ``DatabaseError`` with `.constraint` if `resolve` aborts, with `.corrupt` if the
  ///   bytes are not a changeset, with `.missingCapability` if SQLite was built without the session
  ///   extension.
  public func apply(
    _ changeset: DatabaseChangeset,
    to tables: [String]? = nil,
    onConflict resolve: (DatabaseChangesetConflict) -> DatabaseChangesetConflict.Resolution = {
      _ in .abort
    }
  ) throws {
    try writingDirectly { _ in
      let names = Set(try changeset.changes().map { ByteText($0.table) }).filter { name in
        tables?.contains { isSameIdentifier($0, name.text) } ?? true
      }
      var writes = Region()
      for name in names { writes.insert(TableName(name.text)) }
      try prepareCapture(ofDirectWrites: writes)
      try applyTrackingWrites(changeset, names, resolve)
    }
  }

  private func applyTrackingWrites(
    _ changeset: DatabaseChangeset,
    _ names: Set<ByteText>,
    _ resolve: (DatabaseChangesetConflict) -> DatabaseChangesetConflict.Resolution
  ) throws {
    let changesBefore = connection.totalChangesCount
    var unresolvedConflict: DatabaseChangesetConflict?
    // The statements that SQLite compiles for the changeset also reveal which tables triggers
    // write.
    recorder.start()
    defer {
      let writes = recorder.finish().writes
      writesOfMigration?.formUnion(writes)
      if connection.totalChangesCount - changesBefore > capture.eventCount {
        capture.markDirty(writes)
      }
    }
    do {
      try connection.apply(changeset.changeset, filter: { names.contains(ByteText($0)) }) {
        conflict in
        let conflict = DatabaseChangesetConflict(conflict)
        let resolution = resolve(conflict)
        if resolution == .abort || resolution == .replace && !conflict.isReplaceable {
          unresolvedConflict = conflict
        }
        return resolution.answer
      }
    } catch {
      throw applyError(error, unresolvedConflict)
    }
  }

  private func applyError(_ error: SQLiteError, _ unresolvedConflict: DatabaseChangesetConflict?)
    -> DatabaseError
  {
    guard let unresolvedConflict else { return databaseError(error) }
    let advice =
      error.code.primary == .misuse
      ? "It cannot be resolved by `.replace`." : "Decide what to do about it with `onConflict`."
    return DatabaseError(
      code: error.code.primary == .misuse ? .misuse : .constraint,
      message: "\(unresolvedConflict.explanation) Nothing was applied. \(advice)",
      resultCode: error.code,
      path: path
    )
  }
}
