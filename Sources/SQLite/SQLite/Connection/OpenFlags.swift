import CSQLite

/// The flags with which a database is opened.
///
/// https://www.sqlite.org/c3ref/open.html
public struct OpenFlags: OptionSet, Sendable, Hashable {
  /// SQLite's bits.
  public let rawValue: Int32

  /// Creates flags from SQLite's bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The corresponding C constant is `SQLITE_OPEN_READONLY`.
  public static let readOnly = OpenFlags(rawValue: SQLITE_OPEN_READONLY)
  /// The corresponding C constant is `SQLITE_OPEN_READWRITE`.
  public static let readWrite = OpenFlags(rawValue: SQLITE_OPEN_READWRITE)
  /// The corresponding C constant is `SQLITE_OPEN_CREATE`.
  public static let create = OpenFlags(rawValue: SQLITE_OPEN_CREATE)
  /// The corresponding C constant is `SQLITE_OPEN_URI`.
  public static let uri = OpenFlags(rawValue: SQLITE_OPEN_URI)
  /// The corresponding C constant is `SQLITE_OPEN_MEMORY`.
  public static let memory = OpenFlags(rawValue: SQLITE_OPEN_MEMORY)
  /// The corresponding C constant is `SQLITE_OPEN_NOFOLLOW`.
  public static let noFollow = OpenFlags(rawValue: SQLITE_OPEN_NOFOLLOW)
}
