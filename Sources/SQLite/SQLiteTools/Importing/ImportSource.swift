import Foundation

/// The input of an import: a file, a text, or a closure that returns bytes.
public struct ImportSource: Sendable {
  /// The number of bytes, if known.
  public let byteCount: Int?
  /// Starts reading, and returns a closure that returns one piece after the other.
  let open: @Sendable () throws -> () throws -> [UInt8]?

  /// Creates a source from a closure that returns bytes in pieces.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes if known, for progress reports.
  ///   - read: Returns the next piece; an empty one or `nil` at the end. It is called on one thread
  ///     at a time.
  public init(byteCount: Int? = nil, read: @escaping @Sendable () throws -> [UInt8]?) {
    self.byteCount = byteCount
    open = { read }
  }

  /// Returns a source that reads a file in pieces.
  ///
  /// - Throws: ``ImportError`` if there is no such file.
  public static func file(_ path: String) throws -> ImportSource {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else {
      throw ImportError("There is no readable file at \(path). Check the path.")
    }
    if attributes[.type] as? FileAttributeType == .typeDirectory {
      throw ImportError("\(path) is a folder. Give the path of a file.")
    }
    // A pipe has no size.
    let isFile = attributes[.type] as? FileAttributeType == .typeRegular
    return ImportSource(byteCount: isFile ? attributes[.size] as? Int : nil) {
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw ImportError("The file at \(path) cannot be read. Check its permissions.")
      }
      return {
        do { return try file.read(upToCount: pieceSize).map { [UInt8]($0) } } catch {
          throw ImportError("The file at \(path) cannot be read: \(error.localizedDescription)")
        }
      }
    }
  }

  /// Returns a source that reads a text in memory.
  public static func text(_ text: String) -> ImportSource { bytes(Array(text.utf8)) }

  /// Returns a source that reads bytes in memory.
  public static func bytes(_ bytes: [UInt8]) -> ImportSource {
    ImportSource(byteCount: bytes.count) {
      var rest: [UInt8]? = bytes
      return {
        defer { rest = nil }
        return rest
      }
    }
  }

  private init(
    byteCount: Int?,
    open: @escaping @Sendable () throws -> () throws -> [UInt8]?
  ) {
    self.byteCount = byteCount
    self.open = open
  }

  private static let pieceSize = 1 << 16
}
