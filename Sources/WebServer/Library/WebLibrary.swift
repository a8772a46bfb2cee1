import CMicroHTTPD
import DynamicLibraries
import Foundation

/// GNU's C library for web servers, libmicrohttpd, which is opened when the first server is started.
///
/// A clone builds without it. The environment variable `LIVESQL_MICROHTTPD` names another file than the system's.
package enum WebLibrary {
  /// Whether libmicrohttpd is there.
  package static var isAvailable: Bool { advice == nil }

  /// The reason why it is not there, and what to install; `nil` where nothing is wrong.
  package static let advice: String? = load(
    ProcessInfo.processInfo.environment["LIVESQL_MICROHTTPD"].map { [$0] }
      ?? DynamicLibrary.microHTTPDNames
  )

  /// - Throws: ``WebServerError`` where libmicrohttpd is not available.
  static func require() throws(WebServerError) {
    if let advice { throw WebServerError(code: .noLibrary, message: advice) }
  }

  /// Opens a library and looks up all functions.
  ///
  /// - Returns: What is wrong, or `nil`.
  static func load(_ names: [String]) -> String? {
    unsafe DynamicLibrary.problem(
      opening: "The library libmicrohttpd",
      anyOf: names,
      advice: DynamicLibrary.microHTTPDAdvice,
      fill: livesql_load_microhttpd
    )
  }
}
