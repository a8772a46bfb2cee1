import Testing

@testable import Terminal

@Suite struct KeyReaderTests {
  private func keys(_ text: String) -> [Key] {
    var reader = KeyReader()
    return reader.read(Array(text.utf8)) + reader.flush()
  }

  @Test(arguments: [
    ("a", [Key.character("a")]), ("é", [.character("é")]),
    ("👩‍🚀x", [.character("👩‍🚀"), .character("x")]),
    ("\r", [.enter]), ("\t", [.tab]), ("\u{1b}[Z", [.backTab]), ("\u{7f}", [.backspace]),
    ("\u{1b}", [.escape]), ("\u{1b}[A", [.up]), ("\u{1b}OB", [.down]), ("\u{1b}[5~", [.pageUp]),
    ("\u{1b}[1~", [.home]), ("\u{1b}[3~", [.delete]), ("\u{3}", [.control("c")]),
    ("\u{1a}", [.control("z")]), ("\u{1b}[99;5X", []), ("\u{1b}x", [.alt("x")]),
    ("\u{1b}\u{7f}", [.alt("\u{7f}")]), ("\u{1b}[1;5D", [.wordLeft]), ("\u{1b}[1;3C", [.wordRight]),
    ("jj", [.character("j"), .character("j")]),
    ("\u{1b}[200~a\rq\u{1b}[201~b", [.pasted("a\rq"), .character("b")]),
  ])
  func `bytes are decoded as keys`(text: String, expected: [Key]) {
    #expect(keys(text) == expected)
  }

  @Test(arguments: ["é🐈\u{1b}[A東", "a\u{1b}[200~東\rb\u{1b}[201~\u{1b}[6~z"])
  func `bytes can arrive in any pieces`(text: String) {
    let bytes = Array(text.utf8)
    for split in 0...bytes.count {
      var reader = KeyReader()
      let pieces = reader.read(bytes.prefix(split)) + reader.read(bytes.dropFirst(split))
      #expect(pieces == keys(text), "\(split)")
      #expect(!reader.isWaiting)
    }
  }

  @Test func `an escape byte waits for the bytes that may follow`() {
    var reader = KeyReader()
    #expect(reader.read([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.flush() == [.escape])
    #expect(!reader.isWaiting)
    #expect(reader.read([0x1B, 0x1B]) == [.escape])
  }

  @Test func `bytes that are not valid UTF-8 are skipped`() {
    var reader = KeyReader()
    #expect(reader.read([0xFF, 0x61, 0xC3, 0x0D]) == [.character("a"), .enter])
  }
}
