import LiveSQLTestSupport
import SQLSyntax
import Testing

@testable import SQLiteTools

/// The scanner of scripts, which takes single bytes, and the tokens of a text in memory.
@Suite struct ScriptScannerTests {
  private static let bytes = Array("a;;'\"`[]-/*\n x".utf8)

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `both find the same semicolons`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 0...16, using: &random)
      let text = (0..<count).compactMap { _ in Self.bytes.randomElement(using: &random) }
      let tokens = SQLTokens(text, grammar: .sqlite).filter { $0.kind == .semicolon }
      #expect(
        semicolons(in: text) == tokens.map(\.range.lowerBound),
        "\(String(decoding: text, as: UTF8.self))"
      )
    }
  }

  private func semicolons(in text: [UInt8]) -> [Int] {
    var scanner = SQLScanner()
    return text.indices.filter { index in
      let next = text.indices.contains(index + 1) ? text[index + 1] : nil
      return scanner.take(text[index], next: next) == .semicolon
    }
  }
}
