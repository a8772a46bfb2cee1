public import Foundation

/// A fresh folder that is removed with all its files when the object goes.
///
/// ```swift
/// @Suite struct BackupTests {
///   let scratch: ScratchDirectory
///   init() throws { scratch = try ScratchDirectory() }
/// }
/// ```
///
/// Each suite's instance has its own, so that tests run in parallel and share nothing.
public final class ScratchDirectory: Sendable {
  /// Where the folder is.
  public let url: URL

  /// Makes an empty folder among the system's temporary files.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "livesql-scratch-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that cannot be removed is left to the system, which empties its temporary files itself.
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of the folder.
  public var path: String { url.path(percentEncoded: false) }

  /// The path of a file in the folder, whether or not it exists.
  public func path(of name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }
}
