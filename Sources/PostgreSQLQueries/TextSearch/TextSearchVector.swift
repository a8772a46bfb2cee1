public import TypedSQL

/// The words of texts with their places, by which PostgreSQL searches: a `tsvector`.
///
/// It is the type of expressions, and never read into Swift. PostgreSQL alone has it: on SQLite a statement with it throws an
/// error that names FTS5.
///
/// ```swift
/// Recipe.where { $0.title.textSearchVector(.english).matches(.web(typed, in: .english)) }
/// // … WHERE (to_tsvector('english', coalesce("recipes"."title", '')) @@ websearch_to_tsquery('english', $1))
/// ```
///
/// Without an index each row's text is taken apart anew. A column that the database keeps, and an index on it, are made by
/// ``TypedSQL/Table/addTextSearchColumn(_:_:)`` and ``TypedSQL/Table/createTextSearchIndex(on:ifNotExists:)``.
/// https://www.postgresql.org/docs/current/datatype-textsearch.html
public enum TextSearchVector {}

/// How much a word counts, by the part of the document in which it stands.
public enum TextSearchWeight: String, Hashable, Sendable, CaseIterable {
  /// The most: a title.
  case a = "A"
  /// Less: a summary.
  case b = "B"
  /// Less still.
  case c = "C"
  /// What words have that were given no weight.
  case d = "D"
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// The words of a text: `to_tsvector('english', coalesce("recipes"."title", ''))`.
  ///
  /// NULL is a text without words.
  public func textSearchVector(
    _ configuration: TextSearchConfiguration
  ) -> SQLQueryExpression<TextSearchVector> {
    SQLQueryExpression(
      .server("to_tsvector", configuration.fragment, "coalesce(\(queryFragment), '')")
    )
  }

  /// Some words of the text around what a query finds, with that enclosed: `ts_headline('english', …, $1)`.
  ///
  /// It takes the text apart anew, so ask for it of the few rows that are shown.
  ///
  /// - Parameters:
  ///   - query: What to look for, of the same configuration.
  ///   - configuration: How to take the text apart.
  ///   - options: What stands around what is found, and how much is shown.
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
  /// A column of type `tsvector`, which the Swift type does not have: `"recipes"."search"`.
  ///
  /// - Parameter name: Its name.
  public func textSearchVector(column name: String) -> SQLQueryExpression<TextSearchVector> {
    var fragment = QueryFragment()
    fragment.append(column: name, of: QueryValue.self)
    return SQLQueryExpression(fragment)
  }
}

extension SQLQueryExpression where QueryValue == TextSearchVector {
  /// Whether a query finds it: `(… @@ websearch_to_tsquery('english', $1))`.
  ///
  /// A live query over it is patched: a row that changed is looked for again by the server.
  public func matches(_ query: TextSearchQuery) -> SQLQueryExpression<Bool> {
    var fragment: QueryFragment = "("
    fragment.append(queryFragment)
    fragment.append(hint: .textMatch)
    fragment.append(sql: MarkedSQL.match)
    fragment.append(query.queryFragment)
    fragment.append(sql: ")")
    return SQLQueryExpression<Bool>(fragment)
  }

  /// The same words with a weight: `setweight(…, 'A')`.
  public func weighted(_ weight: TextSearchWeight) -> Self {
    Self(.server("setweight", queryFragment, "'\(raw: weight.rawValue)'"))
  }

  /// The words of both, those of the second behind those of the first: `a || b`.
  public func joined(with other: Self) -> Self {
    Self("(\(queryFragment) || \(other.queryFragment))")
  }

  /// How well a query finds it, by how often words are there: `ts_rank('{0.1, 0.2, 0.4, 1.0}', …, 1)`.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - weights: What words of a weight count.
  ///   - normalization: What the length of a document changes.
  public func rank(
    _ query: TextSearchQuery,
    weights: TextSearchWeights = TextSearchWeights(),
    normalization: TextSearchNormalization = []
  ) -> SQLQueryExpression<Double> { ranked("ts_rank", query, weights, normalization) }

  /// How well a query finds it, by how near the words are to each other: `ts_rank_cd('{0.1, 0.2, 0.4, 1.0}', …, 1)`.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - weights: What words of a weight count.
  ///   - normalization: What the length of a document changes.
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
