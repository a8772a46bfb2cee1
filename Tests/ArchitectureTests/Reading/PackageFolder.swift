import Foundation

/// The package on disk, as the rules read it.
struct PackageFolder {
  let root: URL

  /// The package that contains this file.
  static let own = PackageFolder(
    root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  )

  func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Returns the names of what is directly in a folder, except for hidden files.
  func names(in folder: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return Set(names.filter { !$0.hasPrefix(".") })
  }

  /// Returns the paths of all files below a folder that have one of some extensions, except in
  /// hidden folders.
  func files(in folder: String = ".", withExtension extensions: String...) -> [String] {
    let start = root.appending(path: folder).standardizedFileURL
    let all = FileManager.default.enumerator(
      at: start,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let prefix = root.standardizedFileURL.path + "/"
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { extensions.contains($0.pathExtension) }
      .map { String($0.standardizedFileURL.path.dropFirst(prefix.count)) }
      .sorted()
  }

  /// Returns the Swift sources below a folder, with their text.
  func sources(in folder: String) throws -> [SourceText] {
    try files(in: folder, withExtension: "swift")
      .map { SourceText(path: $0, text: try text(of: $0)) }
  }
}
