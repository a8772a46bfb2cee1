import TypedSQL

/// The rules by which PostgreSQL splits and normalises text for full-text search: mostly a
/// language.
///
/// ```swift
/// let german = TextSearchConfiguration.german
/// // Created by CREATE TEXT SEARCH CONFIGURATION:
/// let own: TextSearchConfiguration = "public.recipes"
/// ```
///
/// A text and the query that searches it must have the same configuration: `english` reduces
/// `apples` to `appl`, and `simple` does not. If the server does not know the name, the statement
/// fails when it runs. https://www.postgresql.org/docs/current/textsearch-configuration.html
public struct TextSearchConfiguration: RawRepresentable, Hashable, Sendable,
  ExpressibleByStringLiteral
{
  /// The name in SQL, with the schema unless the search path contains it.
  public let rawValue: String

  /// Creates a configuration from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a configuration from its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// Words unchanged except for lower case: for names, and for text in any language.
  public static let simple: Self = "simple"
  /// Danish.
  public static let danish: Self = "danish"
  /// Dutch.
  public static let dutch: Self = "dutch"
  /// English: `apple` finds `apples`, and `the` is ignored.
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

  /// The name as a literal in the SQL, because an index cannot be used if it is a parameter.
  var fragment: QueryFragment { QueryFragment(quote: rawValue, delimiter: .text) }
}

extension QueryFragment {
  /// Returns a call of a function that PostgreSQL has and SQLite lacks.
  ///
  /// In SQLite's text, the name includes a description of SQLite's alternative, which SQLite's
  /// error then repeats.
  static func server(_ function: String, _ arguments: QueryFragment...) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .serverFunction)
    fragment.append(
      identifier:
        "\(function) of PostgreSQL's full-text search. On SQLite, make the table an FTS5 table and use match(_:)"
    )
    fragment.append(mark: Mark.call)
    fragment.append(arguments.joined(separator: ", "))
    fragment.append(raw: ")")
    return fragment
  }
}
