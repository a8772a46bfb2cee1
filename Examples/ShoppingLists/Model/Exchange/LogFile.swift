import Foundation
import LiveSQL

/// A file to which whole lines are appended, and whose last line says which changes it has.
struct LogFile {
  /// The place of the last change in the file.
  private(set) var token = OutboxToken.start
  private let handle: FileHandle

  /// Opens a file, and cuts off a last line that was not written to its end.
  ///
  /// - Throws: ``ItemLogError`` if the file is no log, which leaves it unchanged, or cannot be
  ///   opened.
  init(path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    guard let handle = FileHandle(forUpdatingAtPath: path) else {
      throw ItemLogError(description: "The file \(path) cannot be written. Check the path.")
    }
    self.handle = handle
    let text = try handle.readToEnd() ?? Data()
    let end = text.lastIndex(of: Self.newline).map { $0 + 1 } ?? text.startIndex
    guard let token = Self.token(of: text[..<end]), Self.isBeginning(text[end...]) else {
      throw ItemLogError(description: "The file \(path) is no log of changes. Give another one.")
    }
    self.token = token
    try handle.truncate(atOffset: UInt64(end))
    try handle.seekToEnd()
  }

  /// Appends lines, and waits until they are on the disk.
  mutating func append(_ lines: [LogLine]) throws {
    guard let last = lines.last else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = try lines.reduce(into: Data()) { text, line in
      text += try encoder.encode(line) + [Self.newline]
    }
    try handle.write(contentsOf: text)
    // The database forgets these changes next.
    try handle.synchronize()
    token = last.token
  }
}

extension LogFile {
  private static let newline = UInt8(ascii: "\n")

  /// Returns the token of the last of some whole lines; `nil` if it is no line of a log.
  private static func token(of lines: Data) -> OutboxToken? {
    guard let last = lines.split(separator: newline).last else { return .start }
    return try? JSONDecoder().decode(LogLine.self, from: Data(last)).token
  }

  /// Returns whether a text may be the beginning of a line of a log.
  private static func isBeginning(_ text: Data) -> Bool {
    let start = Data(#"{"change":"#.utf8)
    return text.starts(with: start.prefix(text.count))
  }
}
