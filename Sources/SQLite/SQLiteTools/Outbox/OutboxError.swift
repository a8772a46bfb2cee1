public import DatabaseTypes

/// An error of an ``Outbox``.
public struct OutboxError: Sendable, Hashable, _SelfDescribingError {
  /// The kind of an error.
  public enum Code: String, Sendable, Hashable {
    /// The query or the name cannot be those of an outbox.
    case misuse
    /// The outbox has not been created in this database.
    case missing
    /// Changes after the token were removed, since all registered consumers had handled them.
    case pruned
  }

  /// The kind of the error.
  public let code: Code
  /// A sentence or two with what happened and what to do about it.
  public let description: String

  /// Creates an error.
  public init(code: Code, description: String) {
    (self.code, self.description) = (code, description)
  }
}

extension OutboxError {
  package static func missing(_ name: String) -> OutboxError {
    OutboxError(
      code: .missing,
      description:
        "There is no outbox “\(name)” in this database. Call `create(in:)` in a migration."
    )
  }

  package static func pruned(_ name: String) -> OutboxError {
    OutboxError(
      code: .pruned,
      description: "The outbox “\(name)” has removed changes after this token. Read the rows once, "
        + "continue at `lastToken(in:)` of the same transaction, and name the consumer in `create(in:for:)`."
    )
  }
}
