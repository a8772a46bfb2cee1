import DatabaseTypes
import Testing

/// Swift considers two spellings of "é" equal; SQL does not.
@Suite struct ByteTextTests {
  @Test(arguments: [
    ("\u{e9}", "e\u{301}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ("SELECT * FROM \"a long name \u{e9}\"", "SELECT * FROM \"a long name e\u{301}\""),
  ])
  func `texts with different bytes are different keys`(left: String, right: String) {
    #expect(left == right)
    #expect(ByteText(left) != ByteText(right))
    let numbers = [ByteText(left): 1, ByteText(right): 2]
    #expect(numbers[ByteText(String(decoding: left.utf8, as: UTF8.self))] == 1)
    #expect(numbers[ByteText(String(decoding: right.utf8, as: UTF8.self))] == 2)
    #expect(!hasSameBytes(Optional(left), right) && hasSameBytes(Optional(left), left))
    #expect(!hasSameBytes(nil, right) && hasSameBytes(nil, nil))
    let layout = RowLayout(columnNames: [left, right])
    #expect(layout.index(ofColumn: left) == 0 && layout.index(ofColumn: right) == 1)
    var next = 0
    #expect(layout.index(ofColumn: right, expecting: &next) == 1)
  }

  /// SQL ignores the case of ASCII letters alone.
  @Test func `columns whose names differ in the case of another letter are two`() {
    let layout = RowLayout(columnNames: ["Name \u{c9}", "name \u{e9}", "NAME \u{c9}"])
    #expect(layout.index(ofColumn: "name \u{c9}") == 0)
    #expect(layout.index(ofColumn: "NAME \u{c9}") == 0)
    #expect(layout.index(ofColumn: "name \u{e9}") == 1)
    #expect(layout.index(ofColumn: "NAME \u{e9}") == 1)
    #expect(layout.index(ofColumn: "name \u{ea}") == nil)
  }

  @Test func `a name is folded as two names are compared`() {
    for (name, folded) in [("Ab\u{c9}[Z", "ab\u{c9}[z"), ("", ""), ("a_1", "a_1")] {
      #expect(ByteText.foldingASCII(name) == ByteText(folded))
      #expect(ByteText.foldingASCII(Array(name.utf8)) == ByteText(folded))
      #expect(isSameIdentifier(name, folded))
    }
  }
}
