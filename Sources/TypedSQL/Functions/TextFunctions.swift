extension QueryExpression where QueryValue == String {
  /// How many characters a text has: `length("reminders"."title")`.
  public func length() -> SQLQueryExpression<Int> { SQLQueryExpression(called("length")) }

  /// How many bytes a text has: `octet_length("reminders"."title")`.
  ///
  /// It needs SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int> {
    SQLQueryExpression(called("octet_length"))
  }

  /// The place of another text in a text, counted from 1; 0 if it is not in it: `instr("reminders"."title", 'get')`.
  public func instr(_ occurrence: some QueryExpression<String>) -> SQLQueryExpression<Int> {
    SQLQueryExpression(.call("instr", queryFragment, occurrence.queryFragment))
  }
}

extension QueryExpression where QueryValue == String? {
  /// How many characters a text has: `length("reminders"."notes")`.
  public func length() -> SQLQueryExpression<Int?> { SQLQueryExpression(called("length")) }

  /// How many bytes a text has: `octet_length("reminders"."notes")`.
  ///
  /// It needs SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int?> {
    SQLQueryExpression(called("octet_length"))
  }

  /// The place of another text in a text, counted from 1; 0 if it is not in it: `instr("reminders"."notes", 'get')`.
  public func instr<Text: QueryExpression>(_ occurrence: Text) -> SQLQueryExpression<Int?>
  where Text.QueryValue: _OptionalPromotable<String?> {
    SQLQueryExpression(.call("instr", queryFragment, occurrence.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// A text with the letters of ASCII in lower case: `lower("reminders"."title")`.
  public func lower() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("lower")) }

  /// A text with the letters of ASCII in upper case: `upper("reminders"."title")`.
  public func upper() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("upper")) }

  /// A text without spaces, or other characters, at its ends: `trim("reminders"."title")`.
  public func trim(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call("trim", optional: queryFragment, characters?.queryFragment))
  }

  /// A text without spaces, or other characters, at its beginning: `ltrim("reminders"."title")`.
  public func ltrim(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call("ltrim", optional: queryFragment, characters?.queryFragment))
  }

  /// A text without spaces, or other characters, at its end: `rtrim("reminders"."title")`.
  public func rtrim(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call("rtrim", optional: queryFragment, characters?.queryFragment))
  }

  /// The part of a text from a place, counted from 1: `substr("reminders"."title", 2, 3)`.
  public func substr(
    _ offset: some QueryExpression<Int>,
    _ length: (some QueryExpression<Int>)? = Int?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(
      .call("substr", optional: queryFragment, offset.queryFragment, length?.queryFragment)
    )
  }

  /// A text with another text replaced: `replace("reminders"."title", 'get', 'buy')`.
  public func replace(
    _ other: some QueryExpression<String>,
    _ replacement: some QueryExpression<String>
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(
      .call("replace", queryFragment, other.queryFragment, replacement.queryFragment)
    )
  }

  /// A text as a literal of SQL: `quote("reminders"."title")`.
  public func quote() -> SQLQueryExpression<String> { SQLQueryExpression(called("quote")) }

  /// The code of a text's first character, if there is one: `unicode("reminders"."title")`.
  public func unicode() -> SQLQueryExpression<Int?> { SQLQueryExpression(called("unicode")) }

  /// The bytes that hexadecimal digits stand for: `unhex("files"."hash")`; NULL for other text.
  ///
  /// It needs SQLite 3.41.
  ///
  /// - Parameter characters: What may stand between the digits.
  public func unhex(
    _ characters: (some QueryExpression<String>)? = String?.none
  ) -> SQLQueryExpression<[UInt8]?> {
    SQLQueryExpression(.call("unhex", optional: queryFragment, characters?.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<[UInt8]?> {
  /// Bytes as hexadecimal digits: `hex("files"."hash")`.
  public func hex() -> SQLQueryExpression<String> { SQLQueryExpression(called("hex")) }

  /// How many bytes there are: `length("files"."content")`.
  public func length() -> SQLQueryExpression<Int> { SQLQueryExpression(called("length")) }

  /// How many bytes there are: `octet_length("files"."content")`.
  ///
  /// It needs SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int> {
    SQLQueryExpression(called("octet_length"))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// The bytes of a text as hexadecimal digits: `hex("reminders"."title")`.
  public func hex() -> SQLQueryExpression<String> {
    var fragment = QueryFragment()
    fragment.append(hint: .text)
    fragment.append(called("hex"))
    return SQLQueryExpression(fragment)
  }
}

extension QueryExpression {
  /// The expression in a format: `printf('%.2f', "items"."price")`.
  ///
  /// - Parameters:
  ///   - format: The format, as the C function has it; `%q` and `%Q` are SQLite's own.
  ///   - others: What the format has beside the expression.
  @_disfavoredOverload
  public func printf(
    _ format: some QueryExpression<String>,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    SQLQueryExpression(formatted("printf", format.queryFragment, others))
  }

  /// The expression in a format: `format('%.2f', "items"."price")`; the same as `printf`.
  @_disfavoredOverload
  public func format(
    _ format: some QueryExpression<String>,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    SQLQueryExpression(formatted("format", format.queryFragment, others))
  }

  private func formatted(
    _ name: StaticString,
    _ format: QueryFragment,
    _ others: [any QueryExpression]
  ) -> QueryFragment {
    .aggregate(name, [format, queryFragment] + others.map(\.queryFragment))
  }

  /// Texts and other values, joined, where NULL is an empty text: `(coalesce(a, '') || coalesce(b, ''))`.
  ///
  /// It is what `concat` does in SQLite 3.44, in a form that older ones run.
  public func concat(
    _ other: some QueryExpression,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    let parts = [queryFragment, other.queryFragment] + others.map(\.queryFragment)
    let texts = parts.map { part in
      var text = QueryFragment()
      text.append(hint: .text)
      text.append(.call("coalesce", part, "''"))
      return text
    }
    return SQLQueryExpression("(\(texts.joined(separator: " || ")))")
  }

  /// Texts and other values that are not NULL, with a separator between them.
  ///
  /// It is what `concat_ws` does in SQLite 3.44, in a form that older ones run:
  ///
  /// ```swift
  /// $0.firstName.concatWS(" ", $0.lastName)
  /// // substr(coalesce(' ' || "firstName", '') || coalesce(' ' || "lastName", ''), length(' ') + 1)
  /// ```
  public func concatWS(
    _ separator: some QueryExpression<String>,
    _ other: some QueryExpression,
    _ others: any QueryExpression...
  ) -> SQLQueryExpression<String> {
    let separator = separator.queryFragment
    let parts = [queryFragment, other.queryFragment] + others.map(\.queryFragment)
    let texts = parts.map { part in
      QueryFragment.call("coalesce", "\(separator) || (\(part))", "''")
    }
    return SQLQueryExpression(
      "substr(\(texts.joined(separator: " || ")), length(\(separator)) + 1)"
    )
  }

  func called(_ name: StaticString) -> QueryFragment { .call(name, queryFragment) }
}
