/// A form in which a call of one of SQLite's functions is written for PostgreSQL.
package enum PostgresForm: Sendable {
  /// A function of the same name that does the same.
  case same
  /// A function of another name, with the same arguments.
  case renamed(StaticString)
  /// An expression, with `$1`, `$2` and `$3` in place of the arguments.
  case template(StaticString)
  /// SQL that depends on the arguments or on the type of the result.
  case custom(PostgresRule)
  /// Nothing; the text says what to write instead.
  case unavailable(StaticString)
}

/// A rule by which a call is written for PostgreSQL.
package enum PostgresRule: Sendable {
  // MARK: Any values
  /// A `coalesce`, which joins a value that is no text to texts.
  case coalesce
  /// A `CASE` instead of `iif`.
  case choice
  /// The first argument alone.
  case firstArgument
  /// A conversion between the types of both databases.
  case conversion

  // MARK: Texts and numbers
  /// A part of a text, from either of its ends.
  case substring
  /// The digits of bytes, or of a text's bytes.
  case hexadecimal
  /// The bytes of digits, or NULL.
  case bytesOfDigits
  /// A number that is rounded away from zero at halves.
  case rounding
  /// A logarithm to a base.
  case logarithm

  // MARK: Aggregates and windows
  case count, sum, total, average, joinedTexts
  /// The greatest or smallest of several values, by the name of that function.
  case extreme(StaticString)
  /// A value of another row, which is an `integer` away.
  case neighbour

  // MARK: Dates
  /// A point in time.
  case moment
  /// A point in time in a format of `to_char`.
  case formattedMoment(StaticString)
  /// A point in time in a format of SQLite.
  case strftime

  // MARK: Documents
  case document, arrayLength, extraction, groupArray, removal
  /// A document of the arguments, by the name of the function that makes it.
  case building(StaticString)
  case change(Change)

  /// A change of a document.
  package enum Change: Sendable { case set, insert, replace, arrayInsert }
}
