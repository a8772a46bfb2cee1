import DatabaseTypes
import Terminal
import Testing

@testable import LiveSQLCommand

@Suite struct SQLParameterTests {
  @Test(
    arguments: [
      ("7", .integer(7)), ("-9223372036854775808", .integer(.min)), ("2.5", .real(2.5)),
      ("NULL", .null), ("'7'", .text("7")), ("'it''s'", .text("it's")), ("''", .text("")),
      ("x'0aFF'", .blob([10, 255])), ("x''", .blob([])),
    ] as [(String, DatabaseValue)]
  )
  func `a value that is an SQL literal has its value in SQL`(
    text: String,
    value: DatabaseValue
  ) throws {
    #expect(try SQLParameter("a=\(text)").value == value)
  }

  @Test(arguments: [
    "", "007", "+49", "2.50", "1e3", "9223372036854775808", "null", "'a'b'", "'", "x'0'", "x'zz'",
    "Inf", "nan", " 7", "0x10", "٣",
  ])
  func `any other value is taken as text`(text: String) throws {
    #expect(try SQLParameter("a=\(text)").value == .text(text))
  }

  @Test func `a prefix of the name does not matter, and numbers are positions`() throws {
    for name in ["id", ":id", "@id", "$id"] {
      #expect(try SQLParameter("\(name)=1").place == .name("id"))
    }
    #expect(try SQLParameter("2=x").place == .index(2))
    #expect(try SQLParameter("?2=x").place == .index(2))
  }

  @Test(arguments: ["id", "=7", ":=7", "0=7", "99999999999999999999=1"])
  func `a parameter without a name or a value is an error`(text: String) {
    #expect(throws: UsageError.self) { try SQLParameter(text) }
  }
}
