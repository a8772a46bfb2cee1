import DatabaseTypes
import TypedSQL

// SQLite's own functions only know ASCII letters. These are Swift's, which each connection of the
// library has.

extension SQLExpressible {
  /// The text with a capital letter at the beginning of each word: `swiftCapitalized(x)`.
  public var capitalized: SQLExpression { .function(.swiftCapitalized, [sqlExpression]) }

  /// The text in lower case, in all scripts: `swiftLowercased(x)`.
  ///
  /// For SQLite's own function, which indexes of other programs may contain, see ``lower(_:)``.
  public var lowercased: SQLExpression { .function(.swiftLowercased, [sqlExpression]) }

  /// The text in upper case, in all scripts: `swiftUppercased(x)`.
  ///
  /// For SQLite's own function, which indexes of other programs may contain, see ``upper(_:)``.
  public var uppercased: SQLExpression { .function(.swiftUppercased, [sqlExpression]) }

  /// The text with a capital letter at the beginning of each word, in the user's language.
  public var localizedCapitalized: SQLExpression {
    .function(.swiftLocalizedCapitalized, [sqlExpression])
  }

  /// The text in lower case, in the user's language.
  public var localizedLowercased: SQLExpression {
    .function(.swiftLocalizedLowercased, [sqlExpression])
  }

  /// The text in upper case, in the user's language.
  public var localizedUppercased: SQLExpression {
    .function(.swiftLocalizedUppercased, [sqlExpression])
  }
}
