import DatabaseTypes

/// The place from which a new package gets LiveSQL.
enum PackageSource: Sendable, Equatable {
  /// A local checkout, by its path.
  case path(String)
  /// A repository, by its URL and minimum version.
  case url(String, from: String)

  /// The entry in the manifest's `dependencies`.
  var dependency: String {
    switch self {
    case .path(let path): ".package(name: \"LiveSQL\", path: \(quoted(path)))"
    case .url(let url, let version): ".package(url: \(quoted(url)), from: \(quoted(version)))"
    }
  }

  /// The entry in a target's `dependencies`.
  var product: String { ".product(name: \"LiveSQL\", package: \(quoted(identity)))" }

  /// SwiftPM's name for the package: the end of its URL, or the name given with a path.
  private var identity: String {
    guard case .url(let url, _) = self else { return "LiveSQL" }
    let last = url.split(separator: "/").last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}

/// Returns a text as a Swift string literal.
private func quoted(_ text: String) -> String {
  let escaped = text.replacingBytes(of: "\\", with: "\\\\")
    .replacingBytes(of: "\"", with: "\\\"")
  return "\"\(escaped)\""
}
