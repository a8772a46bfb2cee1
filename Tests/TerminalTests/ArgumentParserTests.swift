import Testing

@testable import Terminal

@Suite struct ArgumentParserTests {
  private enum Format: String, CaseIterable {
    case table, csv, json, markdown
  }

  private static let format = Option<Format>(choice: "format", help: "…")
  private static let parameter = Option<String>("param", letter: "p", value: "TEXT", help: "…") {
    (text) throws(UsageError) in text
  }
  private static let key = Option<String>("key", value: "COLUMNS", help: "…") {
    (text) throws(UsageError) in text
  }
  private static let quick = Option(flag: "quick", letter: "q", help: "…")
  private static let syntax = CommandSyntax(
    name: "query",
    summary: "…",
    arguments: [
      .init(name: "DB", help: "…"), .init(name: "SQL", help: "…"),
      .init(name: "MORE", help: "…", isOptional: true),
    ],
    options: [format.syntax, key.syntax, quick.syntax, parameter.syntax]
  )

  private func parse(_ words: String...) throws -> ParsedArguments {
    try ArgumentParser.parse(words, as: Self.syntax, of: "example")
  }

  private func message(_ words: String...) -> UsageError? {
    do {
      _ = try ArgumentParser.parse(words, as: Self.syntax, of: "example")
      return nil
    } catch { return error }
  }

  @Test(arguments: [
    ["--format", "csv", "a.db", "SELECT 1"], ["a.db", "--format=csv", "SELECT 1"],
    ["a.db", "SELECT 1", "--format", "csv"],
  ])
  func `options can come before, between and after the arguments`(words: [String]) throws {
    let parsed = try ArgumentParser.parse(words, as: Self.syntax, of: "example")
    #expect(parsed.arguments == ["a.db", "SELECT 1"])
    #expect(try parsed.value(of: Self.format) == .csv)
  }

  @Test func `all words after two dashes are arguments`() throws {
    let parsed = try parse("--quick", "--", "--format", "-x")
    #expect(parsed.arguments == ["--format", "-x"])
    #expect(parsed.has(Self.quick))
  }

  @Test(arguments: ["-- all\nSELECT 1", "--\nSELECT 1", "-"])
  func `a comment of SQL and a single dash are arguments`(word: String) throws {
    #expect(try parse("a.db", word).arguments == ["a.db", word])
  }

  @Test func `an option that can be repeated keeps its order`() throws {
    let parsed = try parse("a.db", "SQL", "-p", "a=1", "--param=b=x=y", "-pc=")
    #expect(try parsed.allValues(of: Self.parameter) == ["a=1", "b=x=y", "c="])
  }

  @Test func `the last value counts if an option is given twice`() throws {
    #expect(try parse("a", "b", "--format=csv", "--format=json").value(of: Self.format) == .json)
  }

  @Test func `an error suggests the option that was probably meant`() {
    let error = message("a.db", "SQL", "--formt", "csv")
    #expect(
      error?.lines(of: "example") == [
        "example: unknown option '--formt' of 'query'; did you mean '--format'?",
        "See 'example help query'.",
      ]
    )
    #expect(message("-x")?.message == "unknown option '-x' of 'query'")
  }

  @Test func `a value that is missing or not allowed is an error`() {
    #expect(message("a", "b", "--key")?.message == "'--key' needs a value: --key COLUMNS")
    #expect(message("--quick=yes")?.message == "'--quick' takes no value, but got 'yes'")
  }

  @Test func `a word that is not among the choices is an error`() throws {
    let parsed = try parse("a", "b", "--format", "markdwn")
    #expect(
      throws: UsageError(
        "'--format' takes table, csv, json, markdown, not 'markdwn'",
        suggestion: "markdown"
      )
    ) { try parsed.value(of: Self.format) }
  }

  @Test func `too few or too many arguments are an error`() {
    #expect(
      message("a.db")?.message == "'query' needs SQL: example query DB SQL [MORE] [options]"
    )
    #expect(
      message("1", "2", "3", "4")?.message == "'query' takes no further argument, but got '4'"
    )
    #expect(message("1", "2", "3") == nil)
  }

  @Test func `help can be requested without the arguments`() throws {
    #expect(try parse("--help").has(CommonOptions.help))
    #expect(try parse("-qh").has(CommonOptions.help))
  }
}

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("formt", "format"), ("jsno", "json"), ("quer", "query"), ("wacth", "watch"), ("sch", "schema"),
  ])
  func `the nearest word is suggested`(word: String, expected: String) {
    let words = ["format", "json", "query", "watch", "schema", "backup"]
    #expect(closest(to: word, among: words) == expected)
  }

  @Test(arguments: ["zzz", "", "explode", "x"])
  func `a word that is not close to any other gets no suggestion`(word: String) {
    #expect(closest(to: word, among: ["format", "json", "query"]) == nil)
  }

  @Test func `the edit distance counts letters that are added, dropped, replaced or swapped`() {
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("watch", "wacth") == 1)
    #expect(editDistance("kitten", "sitting") == 3)
  }
}

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      ("2s", .seconds(2)), ("500ms", .milliseconds(500)), ("1m", .seconds(60)),
      ("1h", .seconds(3600)),
      ("1.5", .milliseconds(1500)), (".5s", .milliseconds(500)), ("0", .zero),
    ] as [(String, Duration)]
  )
  func `a duration is read with its unit`(text: String, duration: Duration) throws {
    #expect(try readDuration(text) == duration)
  }

  @Test(arguments: ["", "s", "-1s", "two", "1d", "inf", "nan", "0x1p3z", "1e300h", "1 s2"])
  func `text that is not a duration is an error`(text: String) {
    #expect(throws: UsageError.self) { try readDuration(text) }
  }

  @Test(
    arguments: [
      (.microseconds(850), "850 µs"), (.microseconds(12_345), "12.3 ms"),
      (.milliseconds(2_408), "2.41 s"),
      (.seconds(185), "3 min 5 s"), (.zero, "0 µs"),
      (.microseconds(-1), "0 µs"), (.seconds(Int64.min), "0 µs"),
      (.seconds(Int64.max), "153722867280912930 min 7 s"),
    ] as [(Duration, String)]
  )
  func `a duration is shown in a suitable unit`(duration: Duration, text: String) {
    #expect(describe(duration) == text)
  }
}
