import Testing

@testable import TypedSQLMacroCore

@Suite struct PreciseMessageTests {
  @Test(arguments: [0, 7, 1203])
  func `carries a distance in invisible characters`(distance: Int) {
    let message = PreciseMessage(SQLDiagnostic.syntax("near \"9\""), distance: distance).message
    let (text, read) = PreciseMessage.split(message)
    #expect(text == "SQLite cannot parse this SQL: near \"9\"")
    #expect(read == distance)
  }

  @Test func `leaves other messages unchanged`() {
    #expect(PreciseMessage.split("Error 12").text == "Error 12")
    #expect(PreciseMessage.split("Error 12").distance == 0)
  }
}
