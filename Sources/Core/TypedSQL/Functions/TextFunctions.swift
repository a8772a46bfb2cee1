import DatabaseTypes

extension QueryExpression where QueryValue == String {
  /// Returns the number of characters of a text: `length("reminders"."title")`.
  public func length() -> SQLQueryExpression<Int> { SQLQueryExpression(called(.length)) }

  /// Returns the number of bytes of a text: `octet_length("reminders"."title")`.
  ///
  /// Requires SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int> {
    SQLQueryExpression(called(.octetLength))
  }

  /// Returns the position of another text, counted from 1, or 0 if it does not occur:
  /// `instr("reminders"."title", 'get')`.
  public func instr(_ occurrence: some QueryExpression<String>) -> SQLQueryExpression<Int> {
    SQLQueryExpression(.call(.instr, queryFragment, occurrence.queryFragment))
  }
}

extension QueryExpression where QueryValue == String? {
  /// Returns the number of characters of a text: `length("reminders"."notes")`.
  public func length() -> SQLQueryExpression<Int?> { SQLQueryExpression(called(.length)) }

  /// Returns the number of bytes of a text: `octet_length("reminders"."notes")`.
  ///
  /// Requires SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int?> {
    SQLQueryExpression(called(.octetLength))
  }

  /// Returns the position of another text, counted from 1, or 0 if it does not occur:
  /// `instr("reminders"."notes", 'get')`.
  public func instr<Text: QueryExpression>(_ occurrence: Text) -> SQLQueryExpression<Int?>
  where Text.QueryValue: _OptionalPromotable<String?> {
    SQLQueryExpression(.call(.instr, queryFragment, occurrence.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// Converts the ASCII letters of a text to lower case: `lower("reminders"."title")`.
  public func lower() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.lower)) }

  /// Converts the ASCII letters of a text to upper case: `upper("reminders"."title")`.
  public func upper() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.upper)) }

  /// Removes spaces, or other characters, from both ends of a text: `trim("reminders"."title")`.
  public func trim(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call(.trim, optional: queryFragment, characters?.queryFragment))
  }

  /// Removes spaces, or other characters, from the start of a text: `ltrim("reminders"."title")`.
  public func ltrim(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call(.ltrim, optional: queryFragment, characters?.queryFragment))
  }

  /// Removes spaces, or other characters, from the end of a text: `rtrim("reminders"."title")`.
  public func rtrim(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call(.rtrim, optional: queryFragment, characters?.queryFragment))
  }

  /// Returns the part of a text from a position, counted from 1:
  /// `substr("reminders"."title", 2, 3)`.
  public func substr(
    _ offset: some QueryExpression<Int>,
    _ length: (some QueryExpression<Int>)? = Int?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(
      .call(.substr, optional: queryFragment, offset.queryFragment, length?.queryFragment)
    )
  }

  /// Replaces one text within another: `replace("reminders"."title", 'get', 'buy')`.
  public func replace(
    _ other: some QueryExpression<String>,
    _ replacement: some QueryExpression<String>
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(
      .call(.replace, queryFragment, other.queryFragment, replacement.queryFragment)
    )
  }

  /// Returns a text as an SQL literal: `quote("reminders"."title")`.
  public func quote() -> SQLQueryExpression<String> { SQLQueryExpression(called(.quote)) }

  /// Returns the code point of a text's first character, if there is one:
  /// `unicode("reminders"."title")`.
  public func unicode() -> SQLQueryExpression<Int?> { SQLQueryExpression(called(.unicode)) }

  /// Decodes hexadecimal digits to bytes: `unhex("files"."hash")`; other text gives NULL.
  ///
  /// Requires SQLite 3.41.
  ///
  /// - Parameter characters: The characters that are allowed between the digits.
  public func unhex(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<[UInt8]?> {
    SQLQueryExpression(.call(.unhex, optional: queryFragment, characters?.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<[UInt8]?> {
  /// Returns bytes as hexadecimal digits: `hex("files"."hash")`.
  public func hex() -> SQLQueryExpression<String> { SQLQueryExpression(called(.hex)) }

  /// Returns the number of bytes: `length("files"."content")`.
  public func length() -> SQLQueryExpression<Int> { SQLQueryExpression(called(.length)) }

  /// Returns the number of bytes: `octet_length("files"."content")`.
  ///
  /// Requires SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int> {
    SQLQueryExpression(called(.octetLength))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// Returns the bytes of a text as hexadecimal digits: `hex("reminders"."title")`.
  public func hex() -> SQLQueryExpression<String> {
    var fragment = QueryFragment()
    fragment.append(hint: .text)
    fragment.append(called(.hex))
    return SQLQueryExpression(fragment)
  }
}

extension QueryExpression {
  /// Formats the expression: `printf('%.2f', "items"."price")`.
  ///
  /// - Parameters:
  ///   - format: The format, as in the C function; `%q` and `%Q` are SQLite's own.
  ///   - others: The further arguments of the format.
  @_disfavoredOverload
  public func printf(
    _ format: some QueryExpression<String>,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    SQLQueryExpression(formatted(.printf, format.queryFragment, others))
  }

  /// Formats the expression in the same way as `printf`: `format('%.2f', "items"."price")`.
  @_disfavoredOverload
  public func format(
    _ format: some QueryExpression<String>,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    SQLQueryExpression(formatted(.format, format.queryFragment, others))
  }

  private func formatted(
    _ function: SQLFunction,
    _ format: QueryFragment,
    _ others: [any QueryExpression]
  ) -> QueryFragment {
    .aggregate(function, [format, queryFragment] + others.map(\.queryFragment))
  }

  /// Joins texts and other values, treating NULL as an empty text:
  /// `(coalesce(a, '') || coalesce(b, ''))`.
  ///
  /// It does what `concat` does in SQLite 3.44, in a form that older versions can run.
  public func concat(
    _ other: some QueryExpression,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    let parts = [queryFragment, other.queryFragment] + others.map(\.queryFragment)
    let texts = parts.map { part in
      var text = QueryFragment()
      text.append(hint: .text)
      text.append(.call(.coalesce, part, "''"))
      return text
    }
    return SQLQueryExpression("(\(texts.joined(separator: " || ")))")
  }

  /// Joins texts and other values that are not NULL, with a separator between them.
  ///
  /// It does what `concat_ws` does in SQLite 3.44, in a form that older versions can run:
  ///
  /// ```swift
  /// $0.firstName.concatWS(" ", $0.lastName)
  /// // substr(
  /// //   coalesce(' ' || "firstName", '') || coalesce(' ' || "lastName", ''), length(' ') + 1
  /// // )
  /// ```
  public func concatWS(
    _ separator: some QueryExpression<String>,
    _ other: some QueryExpression,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    let separator = separator.queryFragment
    let parts = [queryFragment, other.queryFragment] + others.map(\.queryFragment)
    let texts = parts.map { part in
      QueryFragment.call(.coalesce, "\(separator) || (\(part))", "''")
    }
    return SQLQueryExpression(
      "substr(\(texts.joined(separator: " || ")), length(\(separator)) + 1)"
    )
  }

  func called(_ function: SQLFunction) -> QueryFragment { .call(function, queryFragment) }
}
