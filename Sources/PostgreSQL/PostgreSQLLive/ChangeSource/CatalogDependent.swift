/// A change source on PostgreSQL itself, which can report that anything may have changed when the
/// catalog has.
protocol CatalogDependent: PostgresChangeSource {
  /// The publications that report changes.
  var publications: [String] { get }

  /// The schemas with functions of the trigger log, which live queries do not depend on.
  var ownSchemas: [String] { get }

  /// Reports to all subscribers that anything may have changed, and the schema too.
  func reportUnknownChanges()
}

extension CatalogDependent {
  /// Returns the usual schema of a trigger log, which another process may use.
  var ownSchemas: [String] { [PostgresTriggerLog().schema] }

  /// Returns what is compared in the catalog.
  ///
  /// - Parameter ofNewNames: Whether only names that were added since the last comparison are
  ///   looked up.
  func scope(ofNewNames: Bool = false) -> CatalogFingerprint.Scope {
    CatalogFingerprint.Scope(
      publications: publications,
      ownSchemas: ownSchemas,
      ofNewNames: ofNewNames
    )
  }
}
