import Foundation
import Testing

/// A file of `Mistakes`, whose first line says where and what the compiler should print first:
/// `// Line 5: value of type …`.
struct Mistake: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  let line: Int
  /// The beginning of the message.
  let message: String

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static func all() throws -> [Mistake] {
    let folder = folder.appending(path: "Mistakes")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return try files.filter { $0.pathExtension == "txt" }.map(Mistake.init)
      .sorted { $0.name < $1.name }
  }
}

extension Mistake {
  private init(file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let expectation = try #require(text.firstMatch(of: /^\/\/ Line (\d+): ([^\n]+)\n/))
    self.init(
      name: file.deletingPathExtension().lastPathComponent,
      code: text,
      line: try #require(Int(expectation.1)),
      message: String(expectation.2)
    )
  }
}
