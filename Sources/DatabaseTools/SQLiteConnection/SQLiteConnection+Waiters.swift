import SQLiteDatabase

extension SQLiteConnection: ReadContention {
  // It is unknown who waits within a transaction, so assume that reads are waiting.
  package var hasWaitingReads: Bool { boundTransaction != nil || database.hasWaitingReads }
}
