/// Where a new package gets LiveSQL from.
enum PackageSource: Sendable, Equatable {
  /// A checkout, by its path.
  case path(String)
  /// A repository, by its URL, from a version on.
  case url(String, from: String)

  /// What stands in `dependencies` of the manifest.
  var dependency: String {
    switch self {
    case .path(let path): ".package(name: \"LiveSQL\", path: \(quoted(path)))"
    case .url(let url, let version): ".package(url: \(quoted(url)), from: \(quoted(version)))"
    }
  }

  /// What stands in `dependencies` of a target.
  var product: String { ".product(name: \"LiveSQL\", package: \(quoted(identity)))" }

  /// What SwiftPM calls the package: the end of its URL, or the name that is given to a path.
  private var identity: String {
    guard case .url(let url, _) = self else { return "LiveSQL" }
    let last = url.split(separator: "/").last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}

/// A text as a literal of Swift.
private func quoted(_ text: String) -> String {
  let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  return "\"\(escaped)\""
}
