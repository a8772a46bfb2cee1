import Foundation

/// An error of a web server itself, and not of a request.
package struct WebServerError: Error, Sendable, Hashable {
  /// The kind of an error.
  package enum Code: Sendable, Hashable {
    /// libmicrohttpd is missing, or too old.
    case noLibrary
    /// The address cannot be listened on.
    case cannotListen
    /// The client has left, so nothing more can be sent to it.
    case clientLeft
  }

  package let code: Code
  /// The problem, and what to do.
  package let message: String

  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}

extension WebServerError: LocalizedError, CustomStringConvertible {
  package var errorDescription: String? { message }
  package var description: String { message }
}
