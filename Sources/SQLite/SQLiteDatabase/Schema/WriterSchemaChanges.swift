import SQLite

/// The schema changes of the writer that a reader of a pool knows.
struct WriterSchemaChanges {
  private let source: ChangeSource
  /// The number of known changes.
  var knownCount: Int

  /// Creates a state that knows all changes up to now.
  init(_ source: ChangeSource) {
    self.source = source
    knownCount = source.schemaChangeCount
  }

  /// The current number of changes; `nil` if all of them are known.
  var unknownCount: Int? {
    let count = source.schemaChangeCount
    return count == knownCount ? nil : count
  }
}

extension Database {
  /// Makes SQLite reload the schemas if the writer has changed one.
  ///
  /// SQLite notices a new schema version on its own, but `ANALYZE` does not change it, so a
  /// connection would keep using the statistics with which it was opened.
  /// https://www.sqlite.org/pragma.html#pragma_writable_schema
  func followWritersSchema() {
    guard let count = writerSchemaChanges?.unknownCount else { return }
    do throws(SQLiteError) {
      try unrecorded { () throws(SQLiteError) in
        try connection.execute("PRAGMA writable_schema = RESET")
      }
    } catch {
      // It was interrupted; the next access tries again.
      return
    }
    writerSchemaChanges?.knownCount = count
    forgetSchema()
  }
}
