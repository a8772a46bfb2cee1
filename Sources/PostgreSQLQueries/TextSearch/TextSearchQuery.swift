public import TypedSQL

/// What is looked for in texts, by PostgreSQL's full-text search: a `tsquery`.
///
/// ```swift
/// let typed = "apple pie -cream \"ice cold\""
/// Recipe.where { $0.title.textSearchVector(.english).matches(.web(typed, in: .english)) }
/// ```
///
/// The text is bound and never part of the SQL, and is an error in none of these forms but ``expression(_:in:)``. What people
/// type goes to ``web(_:in:)``, or while they type to ``typed(_:in:)``. A query without words, or of words alone that the
/// language leaves out (`the`), finds nothing.
/// https://www.postgresql.org/docs/current/textsearch-controls.html
public struct TextSearchQuery: Hashable, Sendable {
  /// The SQL: a call that gives a `tsquery`.
  public let queryFragment: QueryFragment

  private init(
    _ function: String,
    _ text: some StringProtocol,
    _ configuration: TextSearchConfiguration
  ) {
    queryFragment = .server(function, configuration.fragment, "\(bind: String(text))")
  }

  private init(_ queryFragment: QueryFragment) { self.queryFragment = queryFragment }

  /// What people type into a search field: `websearch_to_tsquery('english', $1)`.
  ///
  /// All words have to be there; `or` stands between alternatives, `-` before what must not be there, and a phrase in quotes.
  /// Any text is a query.
  public static func web(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("websearch_to_tsquery", text, configuration) }

  /// All words of a text: `plainto_tsquery('english', $1)`.
  public static func words(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("plainto_tsquery", text, configuration) }

  /// The words of a text, one directly after the other: `phraseto_tsquery('english', $1)`.
  public static func phrase(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("phraseto_tsquery", text, configuration) }

  /// All words of a text, of which the last may be incomplete, as it is while somebody types: `to_tsquery('english', $1)`.
  ///
  /// Words are what stands between spaces. Any text is a query.
  public static func typed(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self {
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      let escaped = word.reduce(into: "") { escaped, character in
        if character == "'" || character == "\\" { escaped.append(character) }
        escaped.append(character)
      }
      return "'\(escaped)'"
    }
    return Self(
      "to_tsquery",
      words.isEmpty ? "" : words.joined(separator: " & ") + ":*",
      configuration
    )
  }

  /// A query in the language of PostgreSQL, as `apple & (pie | cake) & !cream`: `to_tsquery('english', $1)`.
  ///
  /// What is not in the language is an error of the server's when the statement runs (`42601`): it is no form for what people
  /// type.
  public static func expression(
    _ text: some StringProtocol,
    in configuration: TextSearchConfiguration
  ) -> Self { Self("to_tsquery", text, configuration) }

  /// Both queries: `tsquery_and(a, b)`.
  public func and(_ other: Self) -> Self {
    Self(.server("tsquery_and", queryFragment, other.queryFragment))
  }

  /// One of the queries, or both: `tsquery_or(a, b)`.
  public func or(_ other: Self) -> Self {
    Self(.server("tsquery_or", queryFragment, other.queryFragment))
  }

  /// What the query does not find: `tsquery_not(a)`.
  public func negated() -> Self { Self(.server("tsquery_not", queryFragment)) }

  /// One query directly followed by another: `tsquery_phrase(a, b)`.
  public func followed(by other: Self) -> Self {
    Self(.server("tsquery_phrase", queryFragment, other.queryFragment))
  }
}
