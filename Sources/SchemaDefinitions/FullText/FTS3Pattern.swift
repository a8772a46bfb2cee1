public import DatabaseTypes
import SQLite
import TypedSQLExtras

/// A query of a full-text table that FTS3 or FTS4 made.
///
/// ```swift
/// let pattern = FTS3Pattern(matchingAllPrefixesIn: searchText)   // nil where the text has no words
/// let documents = try Document.matching(pattern).fetchAll(db)
/// ```
///
/// What a person typed is divided into words, which stand between quotes: so words such as `OR` and characters such as `-`
/// mean nothing else.
///
/// https://www.sqlite.org/fts3.html#full_text_index_queries
public struct FTS3Pattern: Sendable, Hashable {
  /// The query.
  public let rawPattern: String

  /// Makes a pattern of a query in SQLite's language.
  ///
  /// It is tried on an empty table in memory, which takes some hundred microseconds.
  ///
  /// - Throws: ``DatabaseError`` for a query that SQLite does not understand.
  public init(rawPattern: String) throws {
    try Self.check(rawPattern)
    self.rawPattern = rawPattern
  }

  private init?(_ tokens: [String], _ pattern: ([String]) -> String) {
    if tokens.isEmpty { return nil }
    rawPattern = pattern(tokens)
  }

  /// Rows that have all words of a text, in any order; `nil` where it has none.
  public init?(matchingAllTokensIn text: String) {
    self.init(text.tokens) { $0.map(Self.quoted).joined(separator: " ") }
  }

  /// Rows that have any of the words of a text; `nil` where it has none.
  public init?(matchingAnyTokenIn text: String) {
    self.init(text.tokens) { $0.map(Self.quoted).joined(separator: " OR ") }
  }

  /// Rows that have words beginning with each word of a text, in any order; `nil` where it has none.
  public init?(matchingAllPrefixesIn text: String) {
    self.init(text.tokens) { $0.map { Self.quoted($0 + "*") }.joined(separator: " ") }
  }

  /// Rows that have the words of a text one directly after the other; `nil` where it has none.
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
        "A full-text pattern is not one that SQLite understands. Text that a person typed makes one by "
          + "FTS3Pattern(matchingAllTokensIn:)."
      )
    }
  }
}

extension FTS3Pattern: DatabaseValueConvertible {
  /// The query as text.
  public var databaseValue: DatabaseValue { .text(rawPattern) }

  /// Makes a pattern of the text of a query, which is not checked.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    rawPattern = try String(databaseValue: databaseValue)
  }
}
