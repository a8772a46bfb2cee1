import DatabaseTypes
import SQLite
import Testing

/// An object whose deallocation can be observed.
private final class Held {}

@Suite struct TokenizerTests {
  /// Adds a tokenizer that passes on the whole text.
  private func add(_ name: String, holding held: Held, to connection: Connection) throws {
    try connection.addTokenizer(name) { _ in
      { context, _, text, count, receive in
        withExtendedLifetime(held) { receive(context, 0, text, count, 0, count) }
      }
    }
  }

  @Test func `the tokenizer and its tables are released with the connection`() throws {
    weak var weak: Held?
    do {
      let connection = try Connection.inMemory()
      let held = Held()
      weak = held
      try add("whole", holding: held, to: connection)
      try connection.execute(
        "CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'whole'); INSERT INTO t VALUES ('a b')"
      )
      #expect(try connection.value("SELECT count(*) FROM t WHERE t MATCH '\"a b\"'") == 1)
      // One that was found outlives neither.
      _ = try connection.makeTokenizer("whole", [])
    }
    #expect(weak == nil)
  }

  @Test func `a replaced tokenizer serves the tables that are open`() throws {
    let connection = try Connection.inMemory()
    try add("whole", holding: Held(), to: connection)
    try connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'whole')")
    try connection.addTokenizer("WHOLE") { _ in { _, _, _, _, _ in 0 } }
    try connection.execute("INSERT INTO t VALUES ('a b')")
    try connection.execute("CREATE VIRTUAL TABLE u USING fts5(text, tokenize = 'whole')")
    try connection.execute("INSERT INTO u VALUES ('a b')")
    #expect(try connection.value("SELECT count(*) FROM t('\"a b\"')") == 1)
    #expect(try connection.value("SELECT count(*) FROM u('\"a b\"')") == 0)
  }

  @Test func `an error keeps its code and message`() throws {
    let connection = try Connection.inMemory()
    try connection.addTokenizer("failing") { arguments in
      guard arguments.isEmpty else {
        throw SQLiteError(code: .mismatch, message: "wrong argument \(arguments[0])")
      }
      return { _, _, _, _, _ in throw SQLiteError(code: .tooBig, message: "too many words") }
    }
    let refused = failure {
      try connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'failing x')")
    }
    #expect(refused?.message == "wrong argument x")
    #expect(failure { _ = try connection.makeTokenizer("failing", ["y"]) }?.code == .mismatch)
    try connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'failing')")
    let error = failure { try connection.execute("INSERT INTO t VALUES ('a')") }
    #expect(error?.code == .tooBig)
    #expect(error?.message == "too many words")
    #expect(failure { try connection.execute("SELECT x") }?.message == "no such column: x")
  }

  @Test func `a tokenizer that passes on a token cannot be used at the same time`() throws {
    let connection = try Connection.inMemory()
    let words = try connection.makeTokenizer("unicode61", [])
    var codes: [Int32] = []
    try connection.addTokenizer("nested") { _ in
      { context, flags, text, count, receive in
        codes.append(words.tokenize(context, flags, text, count, receive))
        return 0
      }
    }
    let nested = try connection.makeTokenizer("nested", [])
    let code = words.tokenize(
      Unmanaged.passUnretained(nested).toOpaque(),
      4,
      "word",
      4
    ) { context, flags, bytes, count, _, _ in
      guard let context else { return 1 }
      let nested = Unmanaged<FoundTokenizer>.fromOpaque(context).takeUnretainedValue()
      return nested.tokenize(nil, flags, bytes, count) { _, _, _, _, _, _ in 0 }
    }
    #expect(code == 0)
    #expect(codes == [ResultCode.misuse.rawValue])
  }

  @Test func `names are checked`() throws {
    let connection = try Connection.inMemory()
    let unknown = failure { _ = try connection.makeTokenizer("none", []) }
    #expect(unknown?.message == "no such tokenizer: none")
    #expect(failure { _ = try connection.makeTokenizer("a\u{0}", []) }?.code == .misuse)
    #expect(failure { _ = try connection.makeTokenizer("ascii", ["a\u{0}"]) }?.code == .misuse)
    let unnamed = failure { try connection.addTokenizer("") { _ in { _, _, _, _, _ in 0 } } }
    #expect(unnamed?.code == .misuse)
    try connection.close()
    #expect(failure { _ = try connection.makeTokenizer("ascii", []) }?.code == .misuse)
  }
}
