import DatabaseTypes
import Testing

@Suite struct DatabaseValueTests {
  @Test(
    arguments: [
      (DatabaseValue.null, StorageClass.null, "NULL", 0),
      (1, .integer, "1", 8),
      (2.5, .real, "2.5", 8),
      ("it's", .text, "'it''s'", 4),
      ("'\u{301}", .text, "'''\u{301}'", 3),
      (.blob([4, 255]), .blob, "x'04ff'", 2),
      (.blob([]), .blob, "x''", 0),
      (.real(.infinity), .real, "9e999", 8),
      (.real(-.infinity), .real, "-9e999", 8),
      (true, .integer, "1", 8),
      (nil, .null, "NULL", 0),
    ] as [(DatabaseValue, StorageClass, String, Int)]
  )
  func `a value has a storage class, a literal and a size`(
    value: DatabaseValue,
    storageClass: StorageClass,
    literal: String,
    byteCount: Int
  ) {
    #expect(value.storageClass == storageClass)
    #expect(value.sqlLiteral == literal)
    #expect(value.byteCount == byteCount)
    #expect(value.description == storageClass.description)
    #expect(value.isNull == (storageClass == .null))
  }

  @Test(
    arguments: [
      (DatabaseValue.integer(1), DatabaseValue.real(1)),
      ("a", .blob([97])),
      ("", .null),
      ("", .blob([])),
      (.blob([]), .null),
      (0, .null),
      ("1", 1),
      ("a", "a\u{0}"),
      ("a\u{0}b", "a\u{0}c"),
    ] as [(DatabaseValue, DatabaseValue)]
  )
  func `values of another class or content differ`(left: DatabaseValue, right: DatabaseValue) {
    #expect(left != right && right != left)
  }

  @Test(arguments: [
    ("\u{e9}", "e\u{301}"),
    ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ("\u{212b}", "\u{c5}"),
    (
      "a long text that does not fit into a word \u{e9}",
      "a long text that does not fit into a word e\u{301}"
    ),
  ])
  func `texts with different bytes differ, even if Swift says equal`(left: String, right: String) {
    #expect(left == right)
    #expect(DatabaseValue.text(left) != DatabaseValue.text(right))
    #expect(
      DatabaseValue.text(left) == DatabaseValue.text(String(decoding: left.utf8, as: UTF8.self))
    )
    #expect(Set([DatabaseValue.text(left), .text(right)]).count == 2)
  }

  @Test func `every value equals itself`() {
    #expect(DatabaseValue.real(.nan) == DatabaseValue.real(.nan))
    #expect(DatabaseValue.real(0) == DatabaseValue.real(-0.0))
    #expect(Set([DatabaseValue.real(.nan), .real(.nan), .real(0), .real(-0.0)]).count == 2)
  }
}
