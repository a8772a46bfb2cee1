import Foundation

/// The folders that contain the pages, and the tests that contain their blocks.
enum SeedFolder {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the pages, which is beside the package rather than in it.
  private static let pages = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/seeds")

  static var hasPages: Bool { FileManager.default.fileExists(atPath: pages.path) }

  static func blocks() throws -> [SeedBlock] {
    try files(in: pages, extension: "md").flatMap { url in
      SeedBlock.all(in: try text(of: url), page: url.lastPathComponent)
    }
  }

  /// Returns the files whose blocks are compiled and run.
  static func blockFiles() throws -> [BlockFile] {
    try ["SeedTests/Blocks", "SeedMainActorTests/Blocks"].flatMap { try blockFiles(in: $0) }
  }

  /// Returns the files whose blocks `Scripts/check-apple` type-checks against the symbols of
  /// Apple's frameworks.
  static func screenFiles() throws -> [BlockFile] { try blockFiles(in: "SeedTests/Screens") }

  /// Returns the files that Swift refuses for the reasons in their first lines, which
  /// `Scripts/check-apple` verifies.
  static func refusedFiles() throws -> [BlockFile] {
    try blockFiles(in: "SeedTests/Refused", extension: "txt")
  }

  static func leftOut() throws -> [LeftOutBlock] {
    LeftOutBlock.all(in: try text(of: tests.appending(path: "SeedTests/LeftOut.md")))
  }

  private static func blockFiles(
    in folder: String,
    extension wanted: String = "swift"
  ) throws -> [BlockFile] {
    try files(in: tests.appending(path: folder), extension: wanted).map { url in
      BlockFile(path: "\(folder)/\(url.lastPathComponent)", text: try text(of: url))
    }
  }

  private static func files(in folder: URL, extension wanted: String) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == wanted }
      .sorted { $0.path < $1.path }
  }

  private static func text(of url: URL) throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }
}
