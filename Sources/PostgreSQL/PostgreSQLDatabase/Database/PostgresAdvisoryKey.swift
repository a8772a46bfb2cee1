/// The key of an advisory lock: a number, or a name that is hashed to one.
///
/// All clients of the database that use the same key share the lock.
///
/// ```swift
/// try await database.withAdvisoryLock("nightly report") { db in try makeReport(db) }
/// ```
///
/// https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
public struct PostgresAdvisoryKey: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  /// The number.
  public let number: Int64

  /// Creates a key from a number.
  public init(_ number: Int64) { self.number = number }

  /// Creates a key from a name; the same name has the same number everywhere.
  public init(_ name: String) {
    // FNV-1a: https://www.rfc-editor.org/rfc/rfc9923. Swift's own hashes differ between processes.
    let hash = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    number = Int64(bitPattern: hash)
  }

  /// Creates a key from a number.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// Creates a key from a name.
  public init(stringLiteral value: String) { self.init(value) }
}
