import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension Database {
  /// Records what a closure does to the rows of some tables.
  ///
  /// It runs in a savepoint, or in a transaction of its own: what it did is undone where it throws. Only tables with a
  /// declared PRIMARY KEY are recorded, and no virtual tables.
  ///
  /// Those who observe the database are told of the tables that changed, not of single rows: SQLite tells one or the
  /// other.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables; `nil` for all.
  ///   - body: What to record.
  /// - Returns: What was done: each row once, from its first values to its last.
  /// - Throws: What `body` throws, or a ``DatabaseError``: with `.notFound` for a table, with `.missingCapability` where SQLite was built without it.
  public func recordChangeset(of tables: [String]? = nil, _ body: () throws -> Void) throws
    -> DatabaseChangeset
  {
    try writingDirectly { _ in
      let tables = try tables?.map(storedName)
      let changesBefore = connection.totalChangesCount
      let changeset = try DatabaseChangeset.reporting {
        let session = try Session(on: connection)
        if let tables {
          for table in tables { try session.attach(table) }
        } else {
          try session.attach()
        }
        try body()
        return DatabaseChangeset(try session.changeset())
      }
      // The session has the hook's place. Which tables a statement writes is known all the same, but not those that
      // foreign keys make it write.
      if capture.isRecording, connection.totalChangesCount != changesBefore,
        try hasForeignKeyActions()
      {
        capture.markEverything()
      }
      return changeset
    }
  }

  /// The name of a table as the schema has it, since a changeset keeps it as it is given.
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

  /// Applies a changeset, all or nothing.
  ///
  /// Tables are found by their names; those that are missing, or have other columns or keys, are passed over. Triggers
  /// run. Observers and live queries see the changes as those of any statement.
  ///
  /// - Parameters:
  ///   - changeset: What to do.
  ///   - tables: The names of the tables whose changes are applied; `nil` for all.
  ///   - resolve: What to do with a change that does not fit. Unless given, nothing is applied then.
  /// - Throws: ``DatabaseError`` with `.constraint` where `resolve` answered to abort, with `.corrupt` for bytes that are
  ///   no changeset; with `.missingCapability` where SQLite was built without it.
  public func apply(
    _ changeset: DatabaseChangeset,
    to tables: [String]? = nil,
    onConflict resolve: (DatabaseChangesetConflict) -> DatabaseChangesetConflict.Resolution = {
      _ in .abort
    }
  ) throws {
    try writingDirectly { _ in
      let names = Set(try changeset.changes().map(\.table)).filter { name in
        tables?.contains { isSameIdentifier($0, name) } ?? true
      }
      var writes = Region()
      for name in names { writes.insert(TableName(name)) }
      try prepareCapture(ofDirectWrites: writes)
      try applyNoted(changeset, names, resolve)
    }
  }

  private func applyNoted(
    _ changeset: DatabaseChangeset,
    _ names: Set<String>,
    _ resolve: (DatabaseChangesetConflict) -> DatabaseChangesetConflict.Resolution
  ) throws {
    let changesBefore = connection.totalChangesCount
    var problem: DatabaseChangesetConflict?
    // What SQLite compiles for it tells also which tables triggers write.
    recorder.start()
    defer {
      let writes = recorder.finish().writes
      writesOfMigration?.formUnion(writes)
      if connection.totalChangesCount - changesBefore > capture.eventCount {
        capture.markDirty(writes)
      }
    }
    do {
      try connection.apply(changeset.changeset, filter: { names.contains($0) }) { conflict in
        let conflict = DatabaseChangesetConflict(conflict)
        let resolution = resolve(conflict)
        if resolution == .abort || resolution == .replace && !conflict.isReplaceable {
          problem = conflict
        }
        return resolution.answer
      }
    } catch {
      throw applyError(error, problem)
    }
  }

  private func applyError(_ error: SQLiteError, _ problem: DatabaseChangesetConflict?)
    -> DatabaseError
  {
    guard let problem else { return databaseError(error) }
    let advice =
      error.code.primary == .misuse
      ? "It cannot be resolved by `.replace`." : "Decide what to do about it with `onConflict`."
    return DatabaseError(
      code: error.code.primary == .misuse ? .misuse : .constraint,
      message: "\(problem.explanation) Nothing was applied. \(advice)",
      resultCode: error.code,
      path: path
    )
  }
}
