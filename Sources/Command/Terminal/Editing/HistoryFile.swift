package import Foundation

/// A file that stores the history of a prompt, one entry per line.
///
/// Entries are appended as they are typed, so that simultaneous prompts do not overwrite each
/// other's entries.
package struct HistoryFile: Sendable {
  /// The location of the file.
  package let url: URL

  /// The largest number of entries that are kept.
  package static let maximumCount = 2000
  /// The longest entry that is kept, in bytes.
  static let maximumLength = 16_384

  /// Creates the history file that the environment selects for a program.
  ///
  /// For a program `example` it is the file of `EXAMPLE_HISTORY`, or else `example/history` in the
  /// state folder of the XDG base directories:
  /// https://specifications.freedesktop.org/basedir-spec/latest/
  ///
  /// - Returns: `nil` if the variable is empty, which disables the history, or if there is no home
  ///   folder.
  package init?(of program: String, environment: [String: String]) {
    if let path = environment["\(program.uppercased())_HISTORY"] {
      guard !path.isEmpty else { return nil }
      url = URL(fileURLWithPath: path)
      return
    }
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/state" }
    guard let folder = state ?? home else { return nil }
    url = URL(fileURLWithPath: folder + "/\(program)/history")
  }

  /// Returns the entries, the oldest first; none if there is no readable file.
  ///
  /// A file that has grown too long is rewritten.
  package func load() -> [String] {
    guard let data = try? Data(contentsOf: url) else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let retained = lines.suffix(Self.maximumCount)
    if lines.count > Self.maximumCount + Self.maximumCount / 4 {
      try? write(retained.map { $0 + "\n" }.joined())
    }
    return retained.map { Self.unescaped($0) }
  }

  /// Appends an entry, unless it begins with a space, is empty, or is very long.
  package func append(_ entry: String) {
    guard !entry.isEmpty, entry.first != " ", entry.utf8.count <= Self.maximumLength else { return }
    let line = Data((Self.escaped(entry) + "\n").utf8)
    // A history that cannot be stored is no reason to interrupt the user's work.
    guard let handle = try? openForAppending() else { return }
    defer { try? handle.close() }
    _ = try? handle.seekToEnd()
    try? handle.write(contentsOf: line)
  }

  private func openForAppending() throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: url.path) { try write("") }
    return try FileHandle(forWritingTo: url)
  }

  /// Writes the file, which only its owner may read.
  private func write(_ text: String) throws {
    let files = FileManager.default
    try files.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    try Data(text.utf8).write(to: url, options: .atomic)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
  }

  /// Encodes an entry as one line.
  package static func escaped(_ entry: String) -> String {
    var text = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": text.append(contentsOf: #"\\"#.unicodeScalars)
      // The line feed of CR LF, whose carriage return is written.
      case "\n" where last == "\r": break
      case "\n", "\r": text.append(contentsOf: #"\n"#.unicodeScalars)
      default: text.append(scalar)
      }
      last = scalar
    }
    return String(text)
  }

  /// Decodes the entry of a line.
  package static func unescaped(_ line: some StringProtocol) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        text.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
