/// A change source on PostgreSQL itself, which can report that anything may have changed when the
/// catalog has.
protocol CatalogDependent: PostgresChangeSource {
  /// The publications that report changes.
  var publications: [String] { get }

  /// Reports to all subscribers that anything may have changed, and the schema too.
  func reportUnknownChanges()
}
