import Foundation

/// The environment variables of the process, and the user's certificate file.
enum Environment {
  static subscript(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the user has a file of root certificates that libpq uses by default.
  static var hasOwnRootCertificates: Bool {
    let path = FileManager.default.homeDirectoryForCurrentUser.appending(
      path: ".postgresql/root.crt"
    )
    return FileManager.default.isReadableFile(atPath: path.path(percentEncoded: false))
  }
}
