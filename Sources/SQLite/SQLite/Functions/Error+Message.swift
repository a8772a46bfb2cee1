import Foundation

extension Error {
  /// The text for a statement that fails because a function of the application threw this error:
  /// what a `LocalizedError` says, otherwise its description.
  package var statementMessage: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
