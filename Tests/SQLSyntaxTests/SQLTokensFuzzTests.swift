import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQLSyntax
import SQLite
import Testing

/// Random texts are divided as the databases divide them.
///
/// After `COMMIT`, the first token of any text is a syntax error, which the database reports with
/// its place and its spelling.
@Suite(.timeLimit(.hang)) struct SQLTokensFuzzTests {
  /// A token as the database reports it.
  private struct Reported: Equatable {
    let start: Int
    let text: String
  }

  private static let shared = [
    "a", "b1", "é", "select", "$", "$x", "x'", "x'0F'", "'", "''", "'a b'", "\"", "\"a\"", "(", ")",
    ",", ".", ":", "::", ":a", "@b", "?", "#", "1 ", "1. ", "1.5 ", ".5 ", "1e5 ", "1E-3 ", "--",
    "-", "->", "->>", ">", ">=", "<", "<>", "<=", "<<", ">>", "=", "!", "!=", "|", "||", "&", "~",
    "+", "*", "/", "/*", "*/", "%", "^", "\\", "{", " ", " ", "\n", "\t", "\r\n", "_", "e'\\'",
    "E'", "$a$", "$$",
  ]

  private func text(_ seed: UInt64, with more: [String]) -> String {
    var random = SeededGenerator(seed: seed)
    let pieces = Self.shared + more
    let count = Int.random(in: 1...9, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private func rest(of tokens: SQLTokens, from place: Int) -> String {
    String(decoding: tokens.bytes[place...], as: UTF8.self)
  }
}

// MARK: - SQLite

extension SQLTokensFuzzTests {
  /// Returns the first token of a text; `nil` if there is none.
  private func reported(by connection: Connection, _ text: String) -> Reported? {
    let prefix = "COMMIT "
    var place = 0
    do {
      _ = try Statement.next(in: prefix + text, from: &place, on: connection)
      return nil
    } catch {
      // `near "a": syntax error`, or `unrecognized token: "a"`.
      let message = error.message
      let spelled =
        message.hasPrefix("near") ? message.dropLast(": syntax error".count) : message[...]
      guard let offset = error.offset, let quote = spelled.firstIndex(of: "\"") else { return nil }
      return Reported(
        start: offset - prefix.utf8.count,
        text: String(spelled[quote...].dropFirst().dropLast())
      )
    }
  }

  @Test(
    .enabled(if: Capability.errorOffset.isAvailable, "\(Capability.errorOffset.advice)"),
    arguments: 0..<100 as Range<UInt64>
  )
  func `the tokens of a text are those that SQLite reports`(seed: UInt64) throws {
    let connection = try Connection(path: ":memory:")
    for round in 0..<20 as Range<UInt64> {
      let pieces = ["`", "[", "]", "[a b]", "?12", "\u{FEFF}", "#c"]
      let text = text(seed * 20 + round, with: pieces)
      let tokens = SQLTokens(text, grammar: .sqlite)
      var place = 0
      for token in tokens {
        let expected = Reported(start: token.range.lowerBound - place, text: tokens.text(of: token))
        let found = reported(by: connection, rest(of: tokens, from: place))
        #expect(found == expected, "\(text.debugDescription)")
        place = token.range.upperBound
      }
      let last = reported(by: connection, rest(of: tokens, from: place))
      #expect(last == nil, "\(text.debugDescription)")
    }
  }
}

// MARK: - PostgreSQL

extension SQLTokensFuzzTests {
  /// The server's answer to a text.
  private enum Answer: Equatable {
    case token(Reported)
    /// A text, a name or a comment does not end.
    case unterminated
    /// Another error, about what is in a token.
    case other
    /// There is no token.
    case none
  }

  private func answer(of connection: PostgresConnection, to text: String) -> Answer {
    let sql = "COMMIT " + text
    do {
      _ = try connection.prepare(sql)
      return .none
    } catch {
      if error.message.hasPrefix("unterminated") { return .unterminated }
      let parts = error.message.split(separator: "syntax error at or near \"", maxSplits: 1)
      guard error.message.hasPrefix("syntax error"), let spelled = parts.first,
        let position = error.position
      else { return .other }
      let start = String(sql.unicodeScalars.prefix(position)).utf8.count - "COMMIT ".utf8.count
      return .token(Reported(start: start, text: String(spelled.dropLast())))
    }
  }

  @Test(.requiresPostgres, arguments: 0..<20 as Range<UInt64>)
  func `the tokens of a text are those that the server reports`(seed: UInt64) throws {
    let connection = try PostgresScratchDatabase().connect()
    let pieces = [
      "[", "]", ":=", "`", "??", "?|", "#>>", "@>", "<@", "1..2 ", "$1 ", "B'1'", "U&'", "n'",
      "\n'b", "-- x\n", "\\'",
    ]
    for round in 0..<20 as Range<UInt64> {
      let text = text(seed * 20 + round, with: pieces)
      let tokens = SQLTokens(text, grammar: .postgres)
      var place = 0
      for token in tokens {
        let answer = answer(of: connection, to: rest(of: tokens, from: place))
        // Nothing is known of what follows an error about the content of a token.
        if answer == .other { break }
        let expected = Reported(start: token.range.lowerBound - place, text: tokens.text(of: token))
        let isRight = answer == (token.isTerminated ? .token(expected) : .unterminated)
        #expect(isRight, "\(text.debugDescription): \(expected), but \(answer)")
        place = token.range.upperBound
      }
    }
  }
}
