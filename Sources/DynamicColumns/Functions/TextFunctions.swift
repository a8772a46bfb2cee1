import DatabaseTypes
import TypedSQL

// SQLite's own functions only know ASCII letters. These are Swift's, which each connection of the
// library has.

extension SQLExpressible {
  /// The text with a capital letter at the beginning of each word: `swiftCapitalized(x)`.
  public var capitalized: SQLExpression { .text(.capitalized, sqlExpression) }

  /// The text in lower case, in all scripts: `swiftLowercased(x)`.
  ///
  /// For SQLite's own function, which indexes of other programs may contain, see ``lower(_:)``.
  public var lowercased: SQLExpression { .text(.lowercased, sqlExpression) }

  /// The text in upper case, in all scripts: `swiftUppercased(x)`.
  ///
  /// For SQLite's own function, which indexes of other programs may contain, see ``upper(_:)``.
  public var uppercased: SQLExpression { .text(.uppercased, sqlExpression) }

  /// The text with a capital letter at the beginning of each word, in the user's language.
  public var localizedCapitalized: SQLExpression { .text(.localizedCapitalized, sqlExpression) }

  /// The text in lower case, in the user's language.
  public var localizedLowercased: SQLExpression { .text(.localizedLowercased, sqlExpression) }

  /// The text in upper case, in the user's language.
  public var localizedUppercased: SQLExpression { .text(.localizedUppercased, sqlExpression) }
}

extension SQLExpression {
  fileprivate static func text(_ function: TextFunction, _ text: SQLExpression) -> SQLExpression {
    .function(QueryFragment(function.rawValue), [text])
  }
}
