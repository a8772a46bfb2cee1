import Foundation
import WebServer

/// The file that stores the access key, so that browsers keep access when the program is restarted.
///
/// Only this user can read it.
struct KeyFile {
  let url: URL

  /// Reads the key, or creates and stores a new one.
  ///
  /// If the key cannot be stored, it is valid for this run of the program only.
  func key() -> AccessToken {
    if let text = try? String(contentsOf: url, encoding: .utf8),
      let key = AccessToken(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      return key
    }
    let key = AccessToken()
    _ = FileManager.default.createFile(
      atPath: url.path,
      contents: Data("\(key)\n".utf8),
      attributes: [.posixPermissions: 0o600]
    )
    return key
  }
}
