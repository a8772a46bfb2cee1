/// The place of a change in an outbox.
///
/// A consumer stores the last one that it has handled, and continues after it.
public struct OutboxToken: RawRepresentable, Codable, Hashable, Comparable, Sendable {
  /// The number of the change, from 1.
  public let rawValue: Int

  /// Creates a token from the number of a change.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The place before the first change.
  public static let start = OutboxToken(rawValue: 0)

  /// Returns whether a place is before another one.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A change of a row, as an outbox recorded it.
public struct OutboxChange<Row: Sendable>: Sendable {
  /// The kind of a change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The row was inserted, or an update made it a row of the query.
    case inserted
    /// The row was updated, and was a row of the query before and after.
    case updated
    /// The row was deleted, or an update made it no row of the query.
    case removed
  }

  /// The place of the change in the outbox.
  public let token: OutboxToken
  /// What happened to the row.
  public let kind: Kind
  /// The row right after the change; if it was removed, right before.
  public let row: Row

  /// Creates a change.
  public init(token: OutboxToken, kind: Kind, row: Row) {
    (self.token, self.kind, self.row) = (token, kind, row)
  }
}

extension OutboxChange: Equatable where Row: Equatable {}

/// Consecutive changes of an outbox.
public struct OutboxBatch<Row: Sendable>: Sendable {
  /// The changes, in order; at least one.
  public let changes: [OutboxChange<Row>]
  /// The place of the last change.
  public let token: OutboxToken
}
