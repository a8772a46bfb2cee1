import Foundation

/// Runs a closure with the path of an empty folder, which is removed afterwards.
///
/// The folder is among the system's temporary files; set `TMPDIR` to use another disk.
func withScratchFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "livesql-benchmarks-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path(percentEncoded: false))
}
