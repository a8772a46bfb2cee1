import Testing

@testable import Studio

/// The sentences about statements that did not run to their end, with every limit.
struct SQLSentenceTests {
  @Test(
    arguments: [
      (.zero, "0"), (.seconds(1), "1"), (.milliseconds(200), "0.2"), (.seconds(-3), "-3"),
      (.seconds(1e10), "10000000000"), (.seconds(Int64.max), "9.223372036854776e+18"),
      (.seconds(Int64.min), "-9223372036854775808"),
    ] as [(Duration, String)]
  )
  func `every limit of a statement has a sentence`(limit: Duration, seconds: String) {
    let text = "It was stopped after \(seconds) s, the time that a statement may take."
    #expect(SQLSentence.tooLong(limit) == text)
  }
}
