import CSQLite

/// The properties of a function that SQLite may rely on.
///
/// Connections do not trust their schema. So a view, a trigger, an index, a CHECK constraint, a
/// default or a generated column can only call a function that is ``innocuous``.
///
/// https://www.sqlite.org/c3ref/c_deterministic.html
public struct FunctionFlags: OptionSet, Sendable, Hashable {
  /// SQLite's bits.
  public let rawValue: Int32

  /// Creates flags from SQLite's bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The same arguments give the same result.
  ///
  /// The corresponding C constant is `SQLITE_DETERMINISTIC`.
  ///
  /// SQLite calls the function less often. Indexes, the WHERE clauses of partial indexes, and
  /// generated columns may use it.
  public static let deterministic = FunctionFlags(rawValue: SQLITE_DETERMINISTIC)

  /// The function may only be called by statements, not by the schema.
  ///
  /// The corresponding C constant is `SQLITE_DIRECTONLY`.
  ///
  /// Use it for functions with effects outside the database, or that reveal private data.
  public static let directOnly = FunctionFlags(rawValue: SQLITE_DIRECTONLY)

  /// The function is harmless, whoever calls it.
  ///
  /// The corresponding C constant is `SQLITE_INNOCUOUS`.
  ///
  /// It has no side effects, and reveals nothing that does not follow from its arguments.
  public static let innocuous = FunctionFlags(rawValue: SQLITE_INNOCUOUS)
}
