import CMicroHTTPD
import DynamicLibraries
import Foundation

/// GNU's C library for web servers, libmicrohttpd, which is opened with the first server.
///
/// A clone builds without it. The environment variable `LIVESQL_MICROHTTPD` selects another file
/// than the system's.
package enum WebLibrary {
  /// Whether libmicrohttpd is available.
  package static var isAvailable: Bool { advice == nil }

  /// The reason why it is not available, and what to install; `nil` if it is.
  package static let advice: String? = load(
    ProcessInfo.processInfo.environment["LIVESQL_MICROHTTPD"].map { [$0] }
      ?? DynamicLibrary.microHTTPDNames
  )

  /// - Throws: ``WebServerError`` if libmicrohttpd is not available.
  static func require() throws(WebServerError) {
    if let advice { throw WebServerError(code: .noLibrary, message: advice) }
  }

  /// Opens a library and looks up all functions.
  ///
  /// - Returns: The problem, or `nil`.
  static func load(_ names: [String]) -> String? {
    unsafe DynamicLibrary.problem(
      opening: "The library libmicrohttpd",
      anyOf: names,
      advice: DynamicLibrary.microHTTPDAdvice,
      fill: livesql_load_microhttpd
    )
  }
}
