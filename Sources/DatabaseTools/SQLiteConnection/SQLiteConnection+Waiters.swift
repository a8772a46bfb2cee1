import SQLiteDatabase

extension SQLiteConnection: HasWaiters {
  // What waits within a transaction is not known, so nothing is kept waiting.
  package var areReadsWaiting: Bool { boundTransaction != nil || database.areReadsWaiting }
}
