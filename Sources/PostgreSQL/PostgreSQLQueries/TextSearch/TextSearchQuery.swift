public import TypedSQL

/// A query for PostgreSQL's full-text search: a `tsquery`.
///
/// ```swift
/// let typed = "apple pie -cream \"ice cold\""
/// Recipe.where { $0.title.textSearchVector(.english).matches(.web(typed, in: .english)) }
/// ```
///
/// The text is bound, and never part of the SQL. In all forms except ``expression(_:in:)``, any
/// text is valid. Use ``web(_:in:)`` for text that people have typed, and ``typed(_:in:)`` while
/// they are typing. A query without words, or with only words that the language ignores (`the`),
/// finds nothing. https://www.postgresql.org/docs/current/textsearch-controls.html
public struct TextSearchQuery: Hashable, Sendable {
  /// The SQL: a call that returns a `tsquery`.
  public let queryFragment: QueryFragment

  private init(
    _ function: String,
    _ text: some StringProtocol,
    _ configuration: TextSearchConfiguration
  ) {
    queryFragment = .server(function, configuration.fragment, "\(bind: String(text))")
  }

  private init(_ queryFragment: QueryFragment) { self.queryFragment = queryFragment }

  /// Returns a query for the text of a search field: `websearch_to_tsquery('english', $1)`.
  ///
  /// All words must occur; `or` separates alternatives, `-` excludes a word, and quotation marks
  /// enclose a phrase. Any text is a valid query.
  public static func web(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("websearch_to_tsquery", text, configuration) }

  /// Returns a query for all words of a text: `plainto_tsquery('english', $1)`.
  public static func words(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("plainto_tsquery", text, configuration) }

  /// Returns a query for consecutive words: `phraseto_tsquery('english', $1)`.
  public static func phrase(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("phraseto_tsquery", text, configuration) }

  /// Returns a query for all words of a text, the last of which may be incomplete.
  ///
  /// The SQL is `to_tsquery('english', $1)`.
  ///
  /// It suits text that someone is typing. Words are separated by spaces. Any text is a valid
  /// query.
  public static func typed(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self {
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      var escaped = String.UnicodeScalarView()
      for scalar in word.unicodeScalars {
        if scalar == "'" || scalar == "\\" { escaped.append(scalar) }
        escaped.append(scalar)
      }
      return "'\(String(escaped))'"
    }
    return Self(
      "to_tsquery",
      words.isEmpty ? "" : words.joined(separator: " & ") + ":*",
      configuration
    )
  }

  /// Returns a query in PostgreSQL's query language, such as `apple & (pie | cake) & !cream`.
  ///
  /// The SQL is `to_tsquery('english', $1)`.
  ///
  /// If the text is not valid in that language, the statement fails when it runs (`42601`), so this
  /// is not suited for text that people type.
  public static func expression(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("to_tsquery", text, configuration) }

  /// Returns a query that requires both queries: `tsquery_and(a, b)`.
  public func and(_ other: Self) -> Self {
    Self(.server("tsquery_and", queryFragment, other.queryFragment))
  }

  /// Returns a query that requires at least one of the queries: `tsquery_or(a, b)`.
  public func or(_ other: Self) -> Self {
    Self(.server("tsquery_or", queryFragment, other.queryFragment))
  }

  /// Returns a query for everything that this one does not find: `tsquery_not(a)`.
  public func negated() -> Self { Self(.server("tsquery_not", queryFragment)) }

  /// Returns a query for a match of this one directly followed by another: `tsquery_phrase(a, b)`.
  public func followed(by other: Self) -> Self {
    Self(.server("tsquery_phrase", queryFragment, other.queryFragment))
  }
}
