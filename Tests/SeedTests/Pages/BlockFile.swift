import Foundation

/// A Swift file that contains blocks of the pages.
struct BlockFile {
  let path: String
  let lines: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.components(separatedBy: "\n")
  }

  var imports: Set<String> { Set(lines.compactMap(SeedBlock.importedModule)) }

  /// Whether it says with which message Swift refuses it.
  var tellsRefusal: Bool { lines.contains { $0.hasPrefix("// Swift says: ") } }

  /// Whether it contains a block word for word, with all lines indented like the first, and its
  /// imports.
  func holds(_ block: SeedBlock) -> Bool {
    !places(of: block).isEmpty && block.imports.isSubset(of: imports)
  }

  /// Returns the lines that are not part of some blocks.
  func lines(outside blocks: [SeedBlock]) -> [String] {
    let taken = Set(blocks.flatMap { places(of: $0).flatMap(\.self) })
    return lines.indices.filter { !taken.contains($0) }.map { lines[$0] }
  }

  private func places(of block: SeedBlock) -> [Range<Int>] {
    let code = block.code
    guard let first = code.first, code.count <= lines.count else { return [] }
    return (0...lines.count - code.count).compactMap { start in
      guard lines[start].hasSuffix(first) else { return nil }
      let indent = lines[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }) else { return nil }
      let stands = zip(code, lines[start...]).allSatisfy { code, line in
        code.isBlank ? line.isBlank : line == indent + code
      }
      return stands ? start..<start + code.count : nil
    }
  }
}
