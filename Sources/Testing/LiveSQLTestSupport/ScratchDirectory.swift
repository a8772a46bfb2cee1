public import Foundation

/// A fresh folder that is removed with all its files when the object is released.
///
/// ```swift
/// @Suite struct BackupTests {
///   let scratch: ScratchDirectory
///   init() throws { scratch = try ScratchDirectory() }
/// }
/// ```
///
/// Each suite instance has its own folder, so tests run in parallel and share nothing.
public final class ScratchDirectory: Sendable {
  /// The location of the folder.
  public let url: URL

  /// Creates an empty folder in the system's temporary directory.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "livesql-scratch-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // If the folder cannot be removed, the system will do it when it empties its temporary files.
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of the folder.
  public var path: String { url.path(percentEncoded: false) }

  /// The path of a file in the folder, whether or not it exists.
  public func path(of name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }
}
