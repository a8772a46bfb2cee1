import CSQLite

/// What SQLite may assume about a function.
///
/// Connections do not trust their schema, so a view, a trigger, an index, a CHECK constraint, a default or a
/// generated column can only call a function that is ``innocuous``.
///
/// https://www.sqlite.org/c3ref/c_deterministic.html
public struct FunctionFlags: OptionSet, Sendable, Hashable {
  /// SQLite's bits.
  public let rawValue: Int32

  /// Makes flags of SQLite's bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The same arguments give the same result.
  ///
  /// The corresponding C constant is `SQLITE_DETERMINISTIC`.
  ///
  /// SQLite calls the function less often, and an index, a partial index's WHERE and a generated column may
  /// use it.
  public static let deterministic = FunctionFlags(rawValue: SQLITE_DETERMINISTIC)

  /// Only statements call it, never the schema.
  ///
  /// The corresponding C constant is `SQLITE_DIRECTONLY`.
  ///
  /// For functions with effects outside the database, or that tell something private.
  public static let directOnly = FunctionFlags(rawValue: SQLITE_DIRECTONLY)

  /// It can do no harm, whoever calls it.
  ///
  /// The corresponding C constant is `SQLITE_INNOCUOUS`.
  ///
  /// It has no effects and tells nothing beyond what follows from its arguments.
  public static let innocuous = FunctionFlags(rawValue: SQLITE_INNOCUOUS)
}
