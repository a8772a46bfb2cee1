package import SQLiteDatabase

extension Configuration {
  /// The same settings for a connection that writes into an existing file, or copies from it,
  /// without anyone noticing: it leaves the journal as it is, and has no file for changed keys.
  package var unobserved: Configuration {
    var configuration = self
    configuration.readOnly = false
    configuration.createsFiles = false
    configuration.journalMode = .unchanged
    configuration.observesExternalChanges = false
    configuration.sharesChangedKeys = false
    return configuration
  }
}
