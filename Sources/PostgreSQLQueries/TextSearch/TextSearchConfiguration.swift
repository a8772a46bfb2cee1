import TypedSQL

/// How PostgreSQL takes a text apart into words, and which words it takes for the same: mostly a language.
///
/// ```swift
/// let german = TextSearchConfiguration.german
/// let own: TextSearchConfiguration = "public.recipes"    // made by CREATE TEXT SEARCH CONFIGURATION
/// ```
///
/// A text and the query that looks for it have to be of the same configuration: `english` makes `appl` of `apples`, and
/// `simple` does not. A name that the server does not know is its error when the statement runs.
/// https://www.postgresql.org/docs/current/textsearch-configuration.html
public struct TextSearchConfiguration: RawRepresentable, Hashable, Sendable,
  ExpressibleByStringLiteral
{
  /// Its name, as SQL has it: with the schema where that is not in the search path.
  public let rawValue: String

  /// Names a configuration.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Names a configuration.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// Words as they are, in lower case: for names, and for text of any language.
  public static let simple: Self = "simple"
  /// Danish.
  public static let danish: Self = "danish"
  /// Dutch.
  public static let dutch: Self = "dutch"
  /// English: `apples` is found by `apple`, and `the` is left out.
  public static let english: Self = "english"
  /// Finnish.
  public static let finnish: Self = "finnish"
  /// French.
  public static let french: Self = "french"
  /// German.
  public static let german: Self = "german"
  /// Hungarian.
  public static let hungarian: Self = "hungarian"
  /// Italian.
  public static let italian: Self = "italian"
  /// Norwegian.
  public static let norwegian: Self = "norwegian"
  /// Portuguese.
  public static let portuguese: Self = "portuguese"
  /// Romanian.
  public static let romanian: Self = "romanian"
  /// Russian.
  public static let russian: Self = "russian"
  /// Spanish.
  public static let spanish: Self = "spanish"
  /// Swedish.
  public static let swedish: Self = "swedish"
  /// Turkish.
  public static let turkish: Self = "turkish"

  /// The name as a text that is part of the SQL: an index serves only where it is no parameter.
  var fragment: QueryFragment { QueryFragment(quote: rawValue, delimiter: .text) }
}

extension QueryFragment {
  /// A call of a function that PostgreSQL has and SQLite does not.
  ///
  /// In SQLite's text the name goes on with what SQLite has instead, and SQLite's error repeats that.
  static func server(_ function: String, _ arguments: QueryFragment...) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .serverFunction)
    fragment.append(
      identifier:
        "\(function) of PostgreSQL's full-text search: on SQLite make the table an FTS5 table and use match(_:)"
    )
    fragment.append(mark: Mark.call)
    fragment.append(arguments.joined(separator: ", "))
    fragment.append(raw: ")")
    return fragment
  }
}
