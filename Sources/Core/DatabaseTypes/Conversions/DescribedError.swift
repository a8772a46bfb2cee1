public import Foundation

/// An error whose description states what happened and what to do about it.
///
/// `localizedDescription` returns the same text, so alerts and logs that ask Foundation show it as
/// well. The text contains no bound values, unless a configuration makes errors show their
/// arguments.
public protocol _SelfDescribingError: LocalizedError, CustomStringConvertible {}

extension _SelfDescribingError {
  /// The description.
  public var errorDescription: String? { description }

  /// Always `nil`: the description states the reason.
  public var failureReason: String? { nil }

  /// Always `nil`: the description suggests what to do.
  public var recoverySuggestion: String? { nil }

  /// Always `nil`.
  public var helpAnchor: String? { nil }
}
