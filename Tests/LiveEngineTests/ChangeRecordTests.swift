import DatabaseTypes
import LiveEngine
import Testing

@Suite struct ChangeRecordTests {
  private let layout = RowLayout(columnNames: ["id", "name", "name"])

  private func row(_ values: DatabaseValue...) -> Row { Row(layout: layout, values: values) }

  @Test func `the first line is the whole result`() {
    let record = ChangeRecord(
      commit: 0,
      origin: .initial,
      columnNames: layout.columnNames,
      inserted: [row(1, "a", nil)]
    )
    #expect(
      record.json
        == #"{"commit":0,"origin":"initial","inserted":[{"id":1,"name":"a","name_2":null}],"#
        + #""updated":[],"removed":[]}"#
    )
  }

  @Test func `later lines describe what one commit changed`() {
    let record = ChangeRecord(
      commit: 7,
      origin: .otherProcess,
      columnNames: layout.columnNames,
      updated: [row(2, "b", "c")],
      removed: [row(3, "d", "e")]
    )
    #expect(
      record.json
        == #"{"commit":7,"origin":"otherProcess","inserted":[],"#
        + #""updated":[{"id":2,"name":"b","name_2":"c"}],"removed":[{"id":3,"name":"d","name_2":"e"}]}"#
    )
  }
}
