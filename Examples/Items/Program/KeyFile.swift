import Foundation

/// A file with the passphrase of an encrypted database.
///
/// Command lines and environments are visible to others, so a passphrase is in neither of them.
struct KeyFile: Equatable {
  /// The path of the file, or of a pipe.
  let path: String

  /// Reads the passphrase: the first line.
  ///
  /// - Throws: ``KeyFileProblem`` if the file cannot be read, is empty, or can be read by others.
  func passphrase() throws(KeyFileProblem) -> Data {
    guard !isOpenToOthers else {
      throw KeyFileProblem(
        message: "Others can read the key file \(path), or write it. Type: chmod 600 \(path)"
      )
    }
    guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.readToEnd() ?? Data()
    else {
      throw KeyFileProblem(message: "The key file \(path) cannot be read. Check the path.")
    }
    var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard !line.isEmpty else {
      throw KeyFileProblem(message: "The first line of the key file \(path) is empty.")
    }
    return line
  }

  /// Whether other users can read or write the file; a pipe has no content to protect.
  private var isOpenToOthers: Bool {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue
    else { return false }
    return permissions & 0o077 != 0
  }
}

/// An error: a key file cannot be used.
struct KeyFileProblem: Error, CustomStringConvertible {
  /// The problem and its remedy, as sentences.
  let message: String

  /// The problem and its remedy, as sentences.
  var description: String { message }
}
