import SQLite

/// What a reader of a pool knows of the schemas that the writer changes.
struct WritersSchema {
  private let source: ChangeSource
  /// How many changes it knows.
  var knownCount: Int

  /// Knows all changes up to now.
  init(_ source: ChangeSource) {
    self.source = source
    knownCount = source.schemaChangeCount
  }

  /// How many changes there are by now, where it does not know all of them.
  var unknownCount: Int? {
    let count = source.schemaChangeCount
    return count == knownCount ? nil : count
  }
}

extension Database {
  /// Has SQLite load the schemas again where the writer has changed one.
  ///
  /// SQLite sees by itself that a schema has another number, but `ANALYZE` gives it none: a connection would plan by the
  /// statistics with which it was opened. https://www.sqlite.org/pragma.html#pragma_writable_schema
  func followWritersSchema() {
    guard let count = writersSchema?.unknownCount else { return }
    do throws(SQLiteError) {
      try unrecorded { () throws(SQLiteError) in
        try connection.execute("PRAGMA writable_schema = RESET")
      }
    } catch {
      // It was interrupted: the next access does it.
      return
    }
    writersSchema?.knownCount = count
    forgetSchema()
  }
}
