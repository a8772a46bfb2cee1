import DatabaseTypes
import TypedSQL

// SQLite's own functions know the letters of ASCII. These are Swift's, which each connection of the library has.

extension SQLExpressible {
  /// The text with a capital letter at the beginning of each word: `swiftCapitalized(x)`.
  public var capitalized: SQLExpression { .text(.capitalized, sqlExpression) }

  /// The text in small letters of all scripts: `swiftLowercased(x)`.
  ///
  /// For SQLite's function, which indexes of other programs may hold, see ``lower(_:)``.
  public var lowercased: SQLExpression { .text(.lowercased, sqlExpression) }

  /// The text in capital letters of all scripts: `swiftUppercased(x)`.
  ///
  /// For SQLite's function, which indexes of other programs may hold, see ``upper(_:)``.
  public var uppercased: SQLExpression { .text(.uppercased, sqlExpression) }

  /// The text with a capital letter at the beginning of each word, as the user's language has it.
  public var localizedCapitalized: SQLExpression { .text(.localizedCapitalized, sqlExpression) }

  /// The text in small letters, as the user's language has them.
  public var localizedLowercased: SQLExpression { .text(.localizedLowercased, sqlExpression) }

  /// The text in capital letters, as the user's language has them.
  public var localizedUppercased: SQLExpression { .text(.localizedUppercased, sqlExpression) }
}

extension SQLExpression {
  fileprivate static func text(_ function: TextFunction, _ text: SQLExpression) -> SQLExpression {
    .function(QueryFragment(function.rawValue), [text])
  }
}
