import SQLSyntax
import Testing

/// SQL text is divided into tokens by the grammar of a database.
@Suite struct SQLTokensTests {
  /// Returns the tokens as they are written, each with its kind.
  private func read(_ sql: String, _ grammar: SQLGrammar) -> [String] {
    let tokens = SQLTokens(sql, grammar: grammar)
    return tokens.map { "\($0.kind) \(tokens.text(of: $0))\($0.isTerminated ? "" : " …")" }
  }

  @Test(
    arguments: [
      ("SELECT a1_$ FROM t;", ["word SELECT", "word a1_$", "word FROM", "word t", "semicolon ;"]),
      (
        #""a""b" `c``d` [e"f]"#, [#"quotedName "a""b""#, "quotedName `c``d`", #"quotedName [e"f]"#]
      ),
      ("'it''s' 'a\\' 'b'", ["text 'it''s'", "text 'a\\'", "text 'b'"]),
      ("x'0F' X'00' x '1'", ["bytes x'0F'", "bytes X'00'", "word x", "text '1'"]),
      (
        "1 1. .5 1e5 1.5E-3 0x1F 1_000 2b",
        [
          "number 1", "number 1.", "number .5", "number 1e5", "number 1.5E-3", "number 0x1F",
          "number 1_000", "number 2b",
        ]
      ),
      (
        "? ?1 :a @b $c $a::b(c) ?1NATURAL",
        [
          "parameter ?", "parameter ?1", "parameter :a", "parameter @b", "parameter $c",
          "parameter $a::b(c)", "parameter ?1", "word NATURAL",
        ]
      ),
      (
        "a->>b->c||d<>-1",
        [
          "word a", "sign ->>", "word b", "sign ->", "word c", "sign ||", "word d", "sign <>",
          "sign -", "number 1",
        ]
      ),
      ("a -- b\r, c\n/* /* d */ e */", ["word a", "word e", "sign *", "sign /"]),
      (
        "t.a, (b)",
        [
          "word t", "point .", "word a", "comma ,", "openParenthesis (", "word b",
          "closeParenthesis )",
        ]
      ),
      ("'a", ["text 'a …"]), ("[a", ["quotedName [a …"]), ("a /* b", ["word a"]),
      ("{ ^ ! :", ["other {", "other ^", "other !", "other :"]),
      (
        "\u{FEFF}a\u{FEFF}",
        [
          "word a\u{FEFF}"
        ]
      ), ("", []),
    ] as [(String, [String])]
  )
  func `tokens are those of SQLite`(sql: String, tokens: [String]) {
    #expect(read(sql, .sqlite) == tokens)
  }

  @Test(
    arguments: [
      (
        "a$1 é \"a\"\"b\" U&\"\\0061\"",
        [
          "word a$1", "word é", "quotedName \"a\"\"b\"", "quotedName U&\"\\0061\"",
        ]
      ),
      (
        #"'a\' E'\'' e'a''\\' U&'\0061'"#,
        [
          #"text 'a\'"#, #"text E'\''"#, #"text e'a''\\'"#, #"text U&'\0061'"#,
        ]
      ),
      ("'a' -- b\n 'c' 'd'", ["text 'a' -- b\n 'c'", "text 'd'"]),
      ("E'a'\n'\\'b'", ["text E'a'\n'\\'b'"]),
      (
        "$$it's$$ $q$a$$b$q$ $1 a$b$",
        [
          "text $$it's$$", "text $q$a$$b$q$", "parameter $1", "word a$b$",
        ]
      ),
      ("b'01' x'0F' n'a'", ["bytes b'01'", "bytes x'0F'", "word n", "text 'a'"]),
      (
        "1e5 1_000 0x1F 1..2 .5",
        [
          "number 1e5", "number 1_000", "number 0x1F", "number 1", "sign ..", "number 2",
          "number .5",
        ]
      ),
      (
        "a ? 'x' ?| b @? c <@d",
        [
          "word a", "sign ?", "text 'x'", "sign ?|", "word b", "sign @?", "word c", "sign <@",
          "word d",
        ]
      ),
      (
        "a=-1 @-1 b#>>c",
        [
          "word a", "sign =", "sign -", "number 1", "sign @-", "number 1", "word b", "sign #>>",
          "word c",
        ]
      ),
      ("a+/* b /* c */ d */e=--f\rg", ["word a", "sign +", "word e", "sign =", "word g"]),
      (
        "a[1]::int b := :c",
        [
          "word a", "openBracket [", "number 1", "closeBracket ]", "sign ::", "word int", "word b",
          "sign :=", "sign :", "word c",
        ]
      ),
      ("$a$ b", ["text $a$ b …"]), ("E'\\", ["text E'\\ …"]), ("/* /* a */", []),
      ("{ \\ $a", ["other {", "other \\", "other $", "word a"]),
    ] as [(String, [String])]
  )
  func `tokens are those of PostgreSQL`(sql: String, tokens: [String]) {
    #expect(read(sql, .postgres) == tokens)
  }

  @Test(
    arguments: [
      ("a -- b\nc", [true, true, true]), ("a -- b", [true, true]), ("/* b */", [true]),
      ("/* b", [false]), ("/**/", [true]), ("/*/", [false]),
    ] as [(String, [Bool])],
    [SQLGrammar.sqlite, .postgres]
  )
  func `comments are tokens where they are asked for`(
    text: (sql: String, areTerminated: [Bool]),
    grammar: SQLGrammar
  ) {
    let tokens = SQLTokens(text.sql, grammar: grammar, comments: true)
    #expect(tokens.map(\.isTerminated) == text.areTerminated)
    #expect(tokens.contains { $0.kind == .comment })
  }
}

/// The tokens of a text tell what is in their quotes.
@Suite struct SQLTokenContentTests {
  private func names(_ sql: String, _ grammar: SQLGrammar) -> [String?] {
    let tokens = SQLTokens(sql, grammar: grammar)
    return tokens.map { tokens.name(of: $0) }
  }

  private func contents(_ sql: String, _ grammar: SQLGrammar) -> [String?] {
    let tokens = SQLTokens(sql, grammar: grammar)
    return tokens.map { tokens.content(of: $0).map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `names have no quotes, and small letters where the database makes them small`() {
    let sql = "Äb \"A\"\"b\" \"\""
    #expect(names(sql, .sqlite) == ["Äb", "A\"b", ""])
    #expect(names(sql, .postgres) == ["Äb", "A\"b", ""])
    #expect(names("AÄ `A``b` [A] 'c' 1", .sqlite) == ["AÄ", "A`b", "A", nil, nil])
    #expect(names("AÄ U&\"a\" U&\"\\0061\" 'c'", .postgres) == ["aÄ", "a", nil, nil])
  }

  @Test func `texts have no quotes and no escapes`() {
    #expect(
      contents("'it''s' '' 'a\\' 1 x'00' [a] 'b", .sqlite) == [
        "it's", "", "a\\", nil, nil, "a", "b",
      ]
    )
    #expect(
      contents(#"E'a\n\'''\q' $$it's$$ $q$a$$b$q$ E'\x41' U&'\0061'"#, .postgres) == [
        "a\n''q", "it's", "a$$b", nil, nil,
      ]
    )
    #expect(contents("'a'\n'b' $q$a", .postgres) == [nil, "a"])
  }

  @Test func `a word is recognized in any case of its letters`() throws {
    let tokens = SQLTokens("SeLECT \"select\" selected", grammar: .sqlite)
    #expect(tokens.map { tokens.isWord($0, "select") } == [true, false, false])
  }
}

/// A fragment's code has marks between its tokens and in them.
@Suite struct SQLMarksTests {
  private let marks = SQLMarks(
    layout: [1],
    quotes: [6],
    escapes: [7],
    bindings: [5],
    openings: [0x15],
    pairs: [0x16],
    single: [0x14]
  )

  private func read(_ code: String) -> [(SQLTextToken.Kind, String?)] {
    let tokens = SQLTokens(Array(code.utf8), grammar: .sqlite, marks: marks)
    return tokens.map { ($0.kind, tokens.name(of: $0)) }
  }

  @Test func `marks are names, values, parentheses, spaces, or tokens of their own`() {
    let found = read("\u{6}a\"\u{7}\u{6}b\u{6}\u{14}= \u{5}\u{1}count\u{15}\u{16}(x)")
    #expect(
      found.map(\.0) == [
        .markedName, .mark, .sign, .binding, .word, .openParenthesis, .mark, .word,
        .closeParenthesis,
      ]
    )
    #expect(found[0].1 == "a\"\u{6}b")
  }

  @Test func `an escaped byte is text`() {
    #expect(
      read("'a\u{7}\u{6}' \"b\u{7}\u{5}\" \u{7}\u{5}").map(\.0) == [
        .text, .quotedName, .other,
      ]
    )
    #expect(read("\"b\u{7}\u{5}\"").first?.1 == "b\u{5}")
  }

  @Test(arguments: ["\u{6}a", "\u{7}", "\u{16}", "'\u{7}", "\u{6}a\u{7}"])
  func `code may end anywhere`(code: String) {
    let tokens = Array(SQLTokens(Array(code.utf8), grammar: .sqlite, marks: marks))
    #expect(tokens.count == 1)
    #expect(tokens.first?.isTerminated == false)
    #expect(tokens.first?.range == 0..<code.utf8.count)
  }

  @Test func `text without marks may contain such bytes`() {
    let tokens = SQLTokens("\u{6}a", grammar: .sqlite)
    #expect(tokens.map(\.kind) == [.other, .word])
  }
}

/// The questions about a statement that its words answer.
@Suite struct SQLWordsTests {
  @Test(arguments: [
    ("-- insert\n/* a */ ;SELECT 1", "select"), ("((VALUES (1)))", "values"), ("\"select\" 1", nil),
    ("'select'", nil), ("/* select", nil), ("selected", "selected"), ("select$1", "select$1"),
    ("", nil),
  ])
  func `the first word comes after comments, semicolons and parentheses`(
    sql: String,
    word: String?
  ) {
    for grammar in [SQLGrammar.sqlite, .postgres] {
      #expect(SQLTokens(sql, grammar: grammar).firstWord == word)
    }
  }

  @Test func `comments nest in PostgreSQL only`() {
    let sql = "/* /* a */ SELECT */ TABLE t"
    #expect(SQLTokens(sql, grammar: .sqlite).firstWord == "select")
    #expect(SQLTokens(sql, grammar: .postgres).firstWord == "table")
  }

  @Test func `texts, quoted names, comments and names after a point are no words`() {
    let sql = "SELECT t.update, \"delete\" -- into\n, $$insert$$, E'\\' merge' FROM t"
    let words = SQLTokens(sql, grammar: .postgres).words
    #expect(Array(words) == ["select", "t", "from", "t"])
  }
}
