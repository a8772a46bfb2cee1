public import Foundation

/// An error that says in its description what happened, and what to do.
///
/// So alerts and logs that ask Foundation for `localizedDescription` show the same sentence. It holds no bound
/// value, unless a configuration says that errors show their arguments.
public protocol _DescribedError: LocalizedError, CustomStringConvertible {}

extension _DescribedError {
  /// The description.
  public var errorDescription: String? { description }

  /// Nothing: the description says why.
  public var failureReason: String? { nil }

  /// Nothing: the description says what to do.
  public var recoverySuggestion: String? { nil }

  /// Nothing.
  public var helpAnchor: String? { nil }
}
