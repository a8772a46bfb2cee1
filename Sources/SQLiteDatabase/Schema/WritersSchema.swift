import SQLite

/// What a reader of a pool knows of the schemas that the writer changes.
struct WritersSchema {
  private let source: ChangeSource
  private var count: Int

  /// Knows all changes up to now.
  init(_ source: ChangeSource) {
    self.source = source
    count = source.schemaChangeCount
  }

  /// Whether there are others by now, which are known then.
  mutating func takeChange() -> Bool {
    let old = count
    count = source.schemaChangeCount
    return count != old
  }
}

extension Database {
  /// Has SQLite load the schemas again where the writer has changed one.
  ///
  /// SQLite sees by itself that a schema has another number, but `ANALYZE` gives it none: a connection would plan by the
  /// statistics with which it was opened. https://www.sqlite.org/pragma.html#pragma_writable_schema
  func followWritersSchema() {
    guard writersSchema?.takeChange() == true else { return }
    unrecorded { try? connection.execute("PRAGMA writable_schema = RESET") }
    forgetSchema()
  }
}
