import DatabaseTypes
import Testing

@Suite struct RowTests {
  private let row = Row(["id": 1, "Title": "a", "title": "b", "TITLE": "c", "größe": nil])

  @Test func `columns are found by index, and by name in any case`() throws {
    let id: Int = try row["ID"]
    let title: String = try row[1]
    #expect(id == 1 && title == "a")
    #expect(row.layout.index(ofColumn: "GRÖSSE") == nil)
    #expect(row.layout.index(ofColumn: "GRÖßE") == 4)
    #expect(row.count == 5)
  }

  @Test func `columns that differ in a letter outside ASCII are distinguished`() {
    let layout = RowLayout(columnNames: ["é", "É", "Ü"])
    #expect(layout.index(ofColumn: "é") == 0)
    #expect(layout.index(ofColumn: "É") == 1)
    #expect(layout.index(ofColumn: "ü") == 2)
    #expect(layout.index(ofColumn: "e\u{301}") == nil)
  }

  @Test func `a look-up by exact name ignores the case of ASCII letters only`() {
    #expect(row.layout.index(ofExactColumn: "TITLE") == 1)
    #expect(row.layout.index(ofExactColumn: "GRö\u{df}e") == 4)
    #expect(row.layout.index(ofExactColumn: "GR\u{d6}\u{df}E") == nil)
    #expect(row.value(ofExactColumn: "gr\u{f6}\u{df}e") == .null)
    #expect(row.value(ofExactColumn: "GR\u{d6}\u{df}E") == nil)
    #expect(row.value(named: "GR\u{d6}\u{df}E") == .null)
  }

  @Test func `of several columns that differ in case, the first is found in another case`() {
    let layout = RowLayout(columnNames: ["A", "Name \u{c9}", "nAME \u{e9}"])
    #expect(layout.index(ofColumn: "naMe \u{e9}") == 2)
    let other = RowLayout(columnNames: ["\u{3a3}\u{e9}x", "\u{3c3}\u{c9}x"])
    #expect(other.index(ofColumn: "\u{3c3}\u{e9}X") == 0)
  }

  @Test(arguments: ["title", "Title", "TITLE", "tItLe"])
  func `of several columns with the same name, the first is found`(name: String) throws {
    #expect(try row.decode(String.self, forColumn: name) == "a")
  }

  @Test(arguments: [-1, 5, .max, .min])
  func `an index without a column throws`(index: Int) {
    let failure = #expect(throws: DecodingFailure.self) { try row.decode(Int.self, at: index) }
    #expect(
      failure?.description
        == "Cannot decode index \(index): expected Int: the row has 5 columns, counted from 0"
    )
  }

  @Test func `a name without a column throws`() {
    let failure = #expect(throws: DecodingFailure.self) {
      try row.decode(Int.self, forColumn: "name")
    }
    #expect(
      failure?.description
        == "Cannot decode column name: expected Int: the row has no column of this name"
    )
  }

  @Test func `a stored NULL differs from a missing column`() {
    #expect(row.value(named: "größe") == .null)
    #expect(row.value(named: "name") == nil)
  }

  @Test func `NULL decodes only as an optional`() throws {
    #expect(try row.decode(Int?.self, at: 4) == nil)
    #expect(throws: DecodingFailure.self) { try row.decode(Int.self, at: 4) }
  }

  @Test func `rows are equal if their names and values are, whatever their layouts`() {
    #expect(Row(["a": 1]) == Row(["a": 1]))
    #expect(Row(["a": 1]) != Row(["b": 1]))
    #expect(Row(["a": 1]) != Row(["a": 1.0]))
    #expect(Row(["a": 1]).hashValue == Row(["a": 1]).hashValue)
  }

  @Test func `only the debug description shows values`() {
    let row = Row(["id": 1, "name": "secret"])
    #expect(row.description == "id: INTEGER, name: TEXT")
    #expect(row.debugDescription == "id: 1, name: 'secret'")
  }

  @Test func `origins are dropped if they do not match the columns`() {
    let origin = ColumnOrigin(table: "t", column: "a")
    #expect(RowLayout(columnNames: ["a", "b"], origins: [origin]).origins == [nil, nil])
  }
}
