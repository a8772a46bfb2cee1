public import TypedSQL

/// The words of a text with their positions, for full-text search on PostgreSQL: a `tsvector`.
///
/// It is only a type of expressions, and is never decoded in Swift. Only PostgreSQL supports it: on
/// SQLite, a statement with it throws an error that names FTS5.
///
/// ```swift
/// Recipe.where { $0.title.textSearchVector(.english).matches(.web(typed, in: .english)) }
/// // … WHERE (to_tsvector('english', coalesce("recipes"."title", ''))
/// //   @@ websearch_to_tsquery('english', $1))
/// ```
///
/// Without an index, the text of each row is parsed for each search.
/// ``TypedSQL/Table/addTextSearchColumn(_:_:)`` adds a column that the database keeps up to date,
/// and ``TypedSQL/Table/createTextSearchIndex(on:ifNotExists:)`` adds an index on it.
/// https://www.postgresql.org/docs/current/datatype-textsearch.html
public enum TextSearchVector {}

/// The weight of a word, by the part of the document that contains it.
public enum TextSearchWeight: String, Hashable, Sendable, CaseIterable {
  /// The highest weight, such as for a title.
  case a = "A"
  /// A lower weight, such as for a summary.
  case b = "B"
  /// An even lower weight.
  case c = "C"
  /// The weight of unmarked words.
  case d = "D"
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// Returns the words of a text: `to_tsvector('english', coalesce("recipes"."title", ''))`.
  ///
  /// NULL counts as a text without words.
  public func textSearchVector(
    _ configuration: TextSearchConfiguration
  ) -> SQLQueryExpression<TextSearchVector> {
    SQLQueryExpression(
      .server("to_tsvector", configuration.fragment, "coalesce(\(queryFragment), '')")
    )
  }

  /// Returns an excerpt of the text with the matches of a query marked:
  /// `ts_headline('english', …, $1)`.
  ///
  /// It parses the whole text each time, so use it only for the few rows that are shown.
  ///
  /// - Parameters:
  ///   - query: The query, with the same configuration.
  ///   - configuration: The configuration of the text.
  ///   - options: The marks around matches, and the amount of text.
  public func textSearchHeadline(
    _ query: TextSearchQuery,
    in configuration: TextSearchConfiguration,
    _ options: TextSearchHeadlineOptions = TextSearchHeadlineOptions()
  ) -> SQLQueryExpression<String> {
    SQLQueryExpression(
      .server(
        "ts_headline",
        configuration.fragment,
        "coalesce(\(queryFragment), '')",
        query.queryFragment,
        "\(bind: options.text)"
      )
    )
  }
}

extension TableDefinition {
  /// Returns a column of type `tsvector` that the Swift type does not have: `"recipes"."search"`.
  ///
  /// - Parameter name: The column's name.
  public func textSearchVector(column name: String) -> SQLQueryExpression<TextSearchVector> {
    var fragment = QueryFragment()
    fragment.append(column: name, of: QueryValue.self)
    return SQLQueryExpression(fragment)
  }
}

extension SQLQueryExpression where QueryValue == TextSearchVector {
  /// Returns whether a query matches: `(… @@ websearch_to_tsquery('english', $1))`.
  ///
  /// Live queries with it are patched: the server tests each row that changed again.
  public func matches(_ query: TextSearchQuery) -> SQLQueryExpression<Bool> {
    var fragment: QueryFragment = "("
    fragment.append(queryFragment)
    fragment.append(hint: .textMatch)
    fragment.append(sql: SQLOperator.match.sql)
    fragment.append(query.queryFragment)
    fragment.append(sql: ")")
    return SQLQueryExpression<Bool>(fragment)
  }

  /// Returns the same words with a weight: `setweight(…, 'A')`.
  public func weighted(_ weight: TextSearchWeight) -> Self {
    Self(.server("setweight", queryFragment, "'\(raw: weight.rawValue)'"))
  }

  /// Returns the words of both texts, those of the second after those of the first: `a || b`.
  public func joined(with other: Self) -> Self {
    Self("(\(queryFragment) || \(other.queryFragment))")
  }

  /// Returns the rank of a match by the frequency of words:
  /// `ts_rank('{0.1, 0.2, 0.4, 1.0}', …, 1)`.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - weights: The weights of words.
  ///   - normalization: The effect of the document's length.
  public func rank(
    _ query: TextSearchQuery,
    weights: TextSearchWeights = TextSearchWeights(),
    normalization: TextSearchNormalization = []
  ) -> SQLQueryExpression<Double> { ranked("ts_rank", query, weights, normalization) }

  /// Returns the rank of a match by the proximity of words:
  /// `ts_rank_cd('{0.1, 0.2, 0.4, 1.0}', …, 1)`.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - weights: The weights of words.
  ///   - normalization: The effect of the document's length.
  public func coverDensityRank(
    _ query: TextSearchQuery,
    weights: TextSearchWeights = TextSearchWeights(),
    normalization: TextSearchNormalization = []
  ) -> SQLQueryExpression<Double> { ranked("ts_rank_cd", query, weights, normalization) }

  private func ranked(
    _ function: String,
    _ query: TextSearchQuery,
    _ weights: TextSearchWeights,
    _ normalization: TextSearchNormalization
  ) -> SQLQueryExpression<Double> {
    SQLQueryExpression<Double>(
      .server(
        function,
        weights.fragment,
        queryFragment,
        query.queryFragment,
        "\(raw: normalization.rawValue)"
      )
    )
  }
}
