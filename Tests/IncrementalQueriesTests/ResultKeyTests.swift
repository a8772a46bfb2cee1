import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

@Suite struct ResultKeyTests {
  private let primaryKeys: [TableName: [String]] = [
    "orders": ["id"], "customers": ["id"], "lines": ["orderID", "number"], "log": [],
  ]

  @Test(arguments: [
    (["orders.id", "orders.total"], ResultKey.columns([0])),
    (["orders.total", "ORDERS.ID"], .columns([1])),
    (["orders.id", "customers.name"], .columns([0])),
    (["orders.id", "customers.id", "customers.name"], .columns([0, 1])),
    (["customers.id", nil], .columns([0])),
    (["lines.number", "lines.price", "lines.orderID"], .columns([0, 2])),
    (["lines.number", "lines.price"], .wholeRow),
    (["lines.number", "orders.id"], .columns([1])),
    (["orders.id", "orders.id"], .columns([0, 1])),
    (["orders.total"], .wholeRow),
    (["log.text"], .wholeRow),
    (["unknown.id"], .wholeRow),
    ([nil, nil], .wholeRow),
    ([], .wholeRow),
  ])
  func `the key consists of each primary key that the result contains as a whole`(
    columns: [String?],
    expected: ResultKey
  ) {
    #expect(ResultKey(choosingFrom: layout(columns), primaryKeys: primaryKeys) == expected)
  }

  @Test func `columns are found in any case`() throws {
    let layout = RowLayout(columnNames: ["id", "Total"])
    #expect(try ResultKey(columnsNamed: ["total", "ID"], of: layout) == .columns([1, 0]))
  }

  @Test func `an error names the column that is missing and those that exist`() {
    let layout = RowLayout(columnNames: ["id", "total"])
    let failure = #expect(throws: ResultKeyFailure.self) {
      try ResultKey(columnsNamed: ["id", "name"], of: layout)
    }
    #expect(
      failure?.description
        == "The result has no column name to use as a key. Its columns are id, total."
    )
  }

  @Test func `keys are distinct even if rows are equal`() {
    let rows = [1, 1, 2, 1].map { Row(["id": .integer($0)]) }
    for key in [ResultKey.columns([0]), .wholeRow] {
      #expect(key.keys(of: rows).map(\.occurrence) == [0, 1, 0, 2])
      #expect(Set(key.keys(of: rows)).count == rows.count)
    }
  }

  @Test func `a column that the row lacks counts as NULL`() {
    #expect(ResultKey.columns([5]).key(of: Row(["id": 1])) == ElementKey([.null]))
  }

  @Test func `the description shows no value`() {
    let key = ElementKey(["secret", 1], occurrence: 1)
    #expect(key.description == "key of 2")
    #expect(key.debugDescription == "('secret', 1) #2")
  }

  /// Makes a layout of columns that are named `table.column`.
  private func layout(_ columns: [String?]) -> RowLayout {
    let origins = columns.map { column -> ColumnOrigin? in
      guard let parts = column?.split(separator: "."), parts.count == 2 else { return nil }
      return ColumnOrigin(table: TableName(String(parts[0])), column: String(parts[1]))
    }
    return RowLayout(columnNames: columns.map { $0 ?? "expression" }, origins: origins)
  }
}

@Suite struct RowDifferenceTests {
  @Test func `rows with the same key are one row that changed`() {
    let difference = Difference.between(
      [Row(["id": 1, "title": "a"]), Row(["id": 2, "title": "b"])],
      [Row(["id": 1, "title": "a"]), Row(["id": 2, "title": "c"])],
      key: .columns([0])
    )
    #expect(difference.counts == DifferenceCounts(updated: 1))
  }

  @Test func `without a key, a changed row is a removal and an insertion`() {
    let difference = Difference.between(
      [Row(["title": "a"]), Row(["title": "b"])],
      [Row(["title": "a"]), Row(["title": "c"])],
      key: .wholeRow
    )
    #expect(difference.counts == DifferenceCounts(inserted: 1, removed: 1))
  }

  @Test func `a single row without a key is updated in place`() {
    let (old, new) = ([Row(["count(*)": 1])], [Row(["count(*)": 2])])
    #expect(Difference.between(old, new, key: .wholeRow).counts == DifferenceCounts(updated: 1))
    #expect(Difference.between([], new, key: .wholeRow).counts == DifferenceCounts(inserted: 1))
    #expect(Difference.between(old, [], key: .wholeRow).counts == DifferenceCounts(removed: 1))
    #expect(Difference.between(old, old, key: .wholeRow).isEmpty)
  }

  @Test func `with an empty key, rows are matched by their places`() {
    let (old, new) = ([1, 2, 3].map(row), [3, 2].map(row))
    let difference = Difference.between(old, new, key: .columns([]))
    #expect(difference.counts == DifferenceCounts(removed: 1, updated: 1))
  }

  @Test(arguments: 0..<100 as Range<UInt64>, [ResultKey.wholeRow, .columns([0]), .columns([])])
  func `a difference applied to the old rows gives the new ones`(seed: UInt64, key: ResultKey)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let old = (0..<Int.random(in: 0...20, using: &random)).map { _ in randomRow(using: &random) }
    let new = (0..<Int.random(in: 0...20, using: &random)).map { _ in randomRow(using: &random) }
    #expect(try Difference.between(old, new, key: key).applying(to: old) == new)
  }

  private func row(_ id: Int64) -> Row { Row(["id": .integer(id)]) }

  private func randomRow(using random: inout SeededGenerator) -> Row {
    let values: [DatabaseValue] = [1, 2, 3, 1.0, "1", "2", .blob([]), nil]
    return Row([
      "id": values.randomElement(using: &random) ?? .null,
      "title": values.randomElement(using: &random) ?? .null,
    ])
  }
}
