public import SQLiteDatabase
public import TypedSQL

extension Database {
  /// Rebuilds the indexes that use a collation: `REINDEX "localized"`.
  ///
  /// This is necessary when the collation compares differently than before.
  public func reindex(collation: Collation) throws {
    try define("REINDEX \(quote: collation.rawValue)")
  }

  /// Rebuilds the indexes that use a collation of the application.
  @_disfavoredOverload  // `Collation` wins for names that both types have.
  public func reindex(collation: DatabaseCollation) throws {
    try define("REINDEX \(quote: collation.name)")
  }
}
