import Foundation

/// The file at the path of a copy, which `--replace` replaces if it is a database or empty.
///
/// A mistyped path must not cost another file. What is no regular file is refused elsewhere.
struct ReplacedFile {
  let path: String
  /// Whether a key was given, so that the file may be an encrypted database.
  let mayBeEncrypted: Bool

  /// Checks that the file is a database, is empty, or does not exist.
  ///
  /// - Throws: ``CommandFailure`` with a remedy.
  func check() throws(CommandFailure) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { return }
    guard let size = (attributes[.size] as? NSNumber)?.intValue, size > 0 else { return }
    if try start() == Self.header { return }
    // All bytes of an encrypted file look random, so there is only its size to go by.
    let isInPages = size >= Self.smallestPage && size.isMultiple(of: Self.smallestPage)
    if isInPages, mayBeEncrypted { return }
    let other = isInPages ? ", or an encrypted one" : ""
    throw CommandFailure(
      message: "The file at \(path) is no SQLite database\(other), so it is not replaced. "
        + "Give another path, or remove the file first."
    )
  }

  private func start() throws(CommandFailure) -> Data {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      return try file.read(upToCount: Self.header.count) ?? Data()
    } catch {
      throw CommandFailure(
        message: "The file at \(path) cannot be read, so it is not replaced. "
          + "Give another path, or remove the file first."
      )
    }
  }

  /// The first bytes of a database that is not encrypted.
  ///
  /// https://www.sqlite.org/fileformat2.html#magic_header_string
  private static let header = Data("SQLite format 3\0".utf8)
  /// The smallest size of a page; a database has whole pages.
  private static let smallestPage = 512
}
