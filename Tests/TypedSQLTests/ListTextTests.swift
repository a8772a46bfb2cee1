import Foundation
import Testing
import TypedSQL

/// Lists of values as JSON, with dates in both forms.
@Suite struct ListTextTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.25)
  private static let fineDate = Date(timeIntervalSince1970: 1_700_000_000.123456)

  @Test func `a list of dates of whole milliseconds has one form`() {
    let list = ListText.binding(of: [.int(1), .date(Self.date), .null])
    #expect(list == .text(#"[1,"2023-11-14 22:13:20.250",null]"#))
    #expect(ListText.binding(of: []) == .text("[]"))
  }

  @Test func `a list with a date of microseconds has two forms with the same other values`() {
    let values: [QueryBinding] = [
      .text("a\"\n"), .date(Self.date), .date(Self.fineDate), .double(.infinity),
      .dated("x", exact: "y"), .bool(true),
    ]
    let start = #"["a\"\u000a","2023-11-14 22:13:20.250","#
    #expect(
      ListText.binding(of: values)
        == .dated(
          start + #""2023-11-14 22:13:20.123",9e999,"x",1]"#,
          exact: start + #""2023-11-14 22:13:20.123456",9e999,"y",1]"#
        )
    )
  }

  @Test(
    arguments: [
      .blob([1]), .double(.nan), .text("a\0b"), .date(.init(timeIntervalSince1970: 1e12)),
      .dated("a\0b", exact: "c"), .uint(.max),
    ] as [QueryBinding]
  )
  func `a value that cannot be in a list prevents one`(value: QueryBinding) {
    #expect(ListText.binding(of: [.date(Self.fineDate), value]) == nil)
  }
}
