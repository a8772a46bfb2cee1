public import DatabaseTypes
import SQLite
import TypedSQLExtras

/// A query on a full-text table of FTS3 or FTS4.
///
/// ```swift
/// // `nil` if the text has no words
/// let pattern = FTS3Pattern(matchingAllPrefixesIn: searchText)
/// let documents = try Document.matching(pattern).fetchAll(db)
/// ```
///
/// Text typed by a person is split into words, each of which is quoted, so words such as `OR` and
/// characters such as `-` have no special meaning.
///
/// https://www.sqlite.org/fts3.html#full_text_index_queries
public struct FTS3Pattern: Sendable, Hashable {
  /// The query.
  public let rawPattern: String

  /// Creates a pattern from a query in SQLite's language.
  ///
  /// It is checked on an empty table in memory, which takes some hundred microseconds.
  ///
  /// - Throws: ``DatabaseError`` if SQLite does not understand the query.
  public init(rawPattern: String) throws {
    try Self.check(rawPattern)
    self.rawPattern = rawPattern
  }

  private init?(_ tokens: [String], _ pattern: ([String]) -> String) {
    if tokens.isEmpty { return nil }
    rawPattern = pattern(tokens)
  }

  /// Matches rows that have all words of a text, in any order; `nil` if the text has no words.
  public init?(matchingAllTokensIn text: String) {
    self.init(text.tokens) { $0.map(Self.quoted).joined(separator: " ") }
  }

  /// Matches rows that have any word of a text; `nil` if the text has no words.
  public init?(matchingAnyTokenIn text: String) {
    self.init(text.tokens) { $0.map(Self.quoted).joined(separator: " OR ") }
  }

  /// Matches rows that have a word beginning with each word of a text; `nil` if the text has no
  /// words.
  ///
  /// The words may be in any order.
  public init?(matchingAllPrefixesIn text: String) {
    self.init(text.tokens) { $0.map { Self.quoted($0 + "*") }.joined(separator: " ") }
  }

  /// Matches rows that have the words of a text as a phrase; `nil` if the text has no words.
  public init?(matchingPhrase text: String) {
    self.init(text.tokens) { Self.quoted($0.joined(separator: " ")) }
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func check(_ pattern: String) throws {
    do throws(SQLiteError) {
      let connection = try Connection(path: ":memory:")
      let creation = try Statement("CREATE VIRTUAL TABLE t USING fts4(c)", on: connection)
      _ = try creation.step()
      let search = try Statement("SELECT * FROM t WHERE t MATCH ?1", on: connection)
      try search.bind(.text(pattern), at: 1)
      while try search.step() == .row {}
    } catch {
      throw DefinitionError.misuse(
        "SQLite does not understand a full-text pattern. For text typed by a person, use "
          + "FTS3Pattern(matchingAllTokensIn:)."
      )
    }
  }
}

extension FTS3Pattern: DatabaseValueConvertible {
  /// The query as text.
  public var databaseValue: DatabaseValue { .text(rawPattern) }

  /// Creates a pattern from the text of a query, without checking it.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    rawPattern = try String(databaseValue: databaseValue)
  }
}
