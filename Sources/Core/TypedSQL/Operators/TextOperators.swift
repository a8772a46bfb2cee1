import DatabaseTypes
import SQLSyntax

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// Returns whether a text matches a pattern, with `%` for any characters and `_` for one.
  ///
  /// The case of ASCII letters does not matter. For text that a user typed, see ``LikePattern``.
  ///
  /// ```swift
  /// Reminder.where { $0.title.like("%get%") }
  /// // … WHERE (("reminders"."title" LIKE '%get%'))
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - escape: The character that precedes a `%` or `_` that stands for itself:
  ///     `… LIKE '5\%' ESCAPE '\'`.
  public func like(
    _ pattern: some StringProtocol,
    escape: Character? = nil
  ) -> SQLQueryExpression<Bool> {
    like(String(pattern).queryFragment, escape)
  }

  /// Returns whether a text matches the pattern of an expression:
  /// `("reminders"."title" LIKE "tags"."title")`.
  @_disfavoredOverload
  public func like<Pattern: QueryExpression>(
    _ pattern: Pattern,
    escape: Character? = nil
  ) -> SQLQueryExpression<Bool> where Pattern.QueryValue: _OptionalPromotable<String?> {
    like(pattern.queryFragment, escape)
  }

  fileprivate func like(
    _ pattern: QueryFragment,
    _ escape: Character?
  ) -> SQLQueryExpression<Bool> {
    var fragment = matching(SQLOperator.like.sql, pattern)
    if let escape {
      fragment.append(sql: " ESCAPE ")
      fragment.append(.text(String(escape)))
    }
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }

  /// Returns whether a text matches a glob, with `*` for any characters and `?` for one.
  ///
  /// Case matters: `("reminders"."title" GLOB 'Get*')`.
  public func glob(_ pattern: some StringProtocol) -> SQLQueryExpression<Bool> {
    var fragment = matching(SQLOperator.glob.sql, String(pattern).queryFragment)
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }

  private func matching(_ operation: StaticString, _ pattern: QueryFragment) -> QueryFragment {
    var fragment: QueryFragment = "("
    fragment.append(queryFragment)
    fragment.append(sql: operation)
    fragment.append(pattern)
    return fragment
  }
}

// Not for all expressions: Swift's strings keep their own methods.
extension _Operand where QueryValue: _OptionalPromotable<String?> {
  /// Returns whether a text begins with another: `("reminders"."title" LIKE 'Get%')`.
  ///
  /// In the other text, `%` and `_` stand for themselves. The case of ASCII letters does not
  /// matter.
  public func hasPrefix(_ other: some StringProtocol) -> SQLQueryExpression<Bool> {
    like(LikePattern.startingWith(other), escaping: other)
  }

  /// Returns whether a text ends with another: `("reminders"."title" LIKE '%milk')`.
  ///
  /// In the other text, `%` and `_` stand for themselves. The case of ASCII letters does not
  /// matter.
  public func hasSuffix(_ other: some StringProtocol) -> SQLQueryExpression<Bool> {
    like(LikePattern.endingWith(other), escaping: other)
  }

  /// Returns whether a text contains another: `("reminders"."title" LIKE '%100\%%' ESCAPE '\')`.
  ///
  /// In the other text, `%` and `_` stand for themselves. The case of ASCII letters does not
  /// matter.
  public func contains(_ other: some StringProtocol) -> SQLQueryExpression<Bool> {
    like(LikePattern.containing(other), escaping: other)
  }

  private func like(
    _ pattern: String,
    escaping other: some StringProtocol
  ) -> SQLQueryExpression<Bool> {
    // A pattern with nothing to escape is the one that a person would write.
    let isEscaped = other.unicodeScalars.contains { $0 == "%" || $0 == "_" || $0 == "\\" }
    return like(pattern, escape: isEscaped ? "\\" : nil)
  }
}

extension _Operand where QueryValue: _OptionalPromotable<String?> {
  /// Returns whether a text begins with the text of another expression.
  ///
  /// In that text, `%` and `_` stand for themselves. The case of ASCII letters does not matter.
  @_disfavoredOverload
  public func hasPrefix<Other: _Operand>(_ other: Other) -> SQLQueryExpression<Bool>
  where Other.QueryValue: _OptionalPromotable<String?> { like(other, before: "", after: "%") }

  /// Returns whether a text ends with the text of another expression.
  ///
  /// In that text, `%` and `_` stand for themselves. The case of ASCII letters does not matter.
  @_disfavoredOverload
  public func hasSuffix<Other: _Operand>(_ other: Other) -> SQLQueryExpression<Bool>
  where Other.QueryValue: _OptionalPromotable<String?> { like(other, before: "%", after: "") }

  /// Returns whether a text contains the text of another expression.
  ///
  /// ```swift
  /// Reminder.join(Tag.all) { $0.title.contains($1.title) }
  /// // … ON ("reminders"."title" LIKE '%' || replace(…"tags"."title"…) || '%' ESCAPE '\')
  /// ```
  ///
  /// In that text, `%` and `_` stand for themselves. The case of ASCII letters does not matter.
  @_disfavoredOverload
  public func contains<Other: _Operand>(_ other: Other) -> SQLQueryExpression<Bool>
  where Other.QueryValue: _OptionalPromotable<String?> { like(other, before: "%", after: "%") }

  fileprivate func like(
    _ other: some QueryExpression,
    before: String,
    after: String
  ) -> SQLQueryExpression<Bool> {
    var pattern = other.queryFragment
    // Escape the backslash first, so that it does not escape the backslashes added here.
    for mark in ["\\", "%", "_"] {
      pattern =
        "replace(\(pattern), \(quote: mark, delimiter: .text), \(quote: "\\" + mark, delimiter: .text))"
    }
    if !before.isEmpty { pattern = "'%' || \(pattern)" }
    if !after.isEmpty { pattern = "\(pattern) || '%'" }
    return like(pattern, "\\")
  }
}

extension SQLQueryExpression where QueryValue: _OptionalPromotable<String?> {
  // A function returns a text, but SQL that somebody wrote may also be a statement.
  /// Returns whether a text contains the text of another expression, or a statement returns it as a
  /// row.
  @_disfavoredOverload
  public func contains<Other: _Operand>(_ other: Other) -> SQLQueryExpression<Bool>
  where
    Other.QueryValue: _OptionalPromotable<String?>,
    Other.QueryValue._Optionalized == QueryValue._Optionalized
  {
    queryFragment.isStatement ? other.in(self) : like(other, before: "%", after: "%")
  }
}

/// A rule for comparing and ordering texts.
public struct Collation: RawRepresentable, Hashable, Sendable, QueryExpression {
  /// A collation has no value.
  public typealias QueryValue = Never

  /// The collation's name in the database.
  public let rawValue: String

  /// Creates a collation from the name of one that the connection knows.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The order of the bytes.
  public static let binary = Collation(rawValue: "BINARY")
  /// The order of the bytes, ignoring the case of ASCII letters.
  public static let nocase = Collation(rawValue: "NOCASE")
  /// The order of the bytes, ignoring spaces at the end.
  public static let rtrim = Collation(rawValue: "RTRIM")

  /// The SQL: the quoted name.
  public var queryFragment: QueryFragment { QueryFragment(quote: rawValue) }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// Compares and orders the text by a collation: `"reminders"."title" COLLATE "NOCASE"`.
  ///
  /// ```swift
  /// Reminder.order { $0.title.collate(.nocase).desc() }
  /// // … ORDER BY "reminders"."title" COLLATE "NOCASE" DESC
  /// ```
  public func collate(_ collation: Collation) -> SQLQueryExpression<QueryValue> {
    // `COLLATE` binds tighter than any operator, so an operation needs parentheses.
    var fragment = QueryFragment()
    let base = queryFragment
    if base.isOperation { fragment.append(parenthesized: base) } else { fragment.append(base) }
    fragment.append(sql: SQLOperator.collate.sql)
    fragment.append(collation.queryFragment)
    return SQLQueryExpression(fragment)
  }
}

extension QueryFragment {
  /// Whether it is a statement that returns rows, judged by its first word after spaces,
  /// parentheses and comments.
  fileprivate var isStatement: Bool {
    // A mark other than a line break begins an expression.
    let start = Array(code.prefix { !Mark.isMark($0) || $0 == Mark.lineOrSpace })
    return [SQLGrammar.sqlite, .postgres].contains { grammar in
      let tokens = SQLTokens(start, grammar: grammar, marks: Mark.ofTokens)
      return tokens.firstWord.map(["select", "with", "values"].contains) ?? false
    }
  }
}

extension QueryFragment {
  /// Whether there is a space or an operator outside parentheses, as between operands.
  ///
  /// It is also true where a quote stays open, and for every text with PostgreSQL's quotes.
  var isOperation: Bool {
    var (depth, end) = (0, 0)
    for token in SQLTokens(code, grammar: .sqlite, marks: Mark.ofTokens, comments: true) {
      let isSeparate = token.kind == .sign || hasSpace(in: end..<token.range.lowerBound)
      if depth == 0, isSeparate || code[token.range] == [Mark.word] { return true }
      guard token.isTerminated else { return true }
      if token.kind == .openParenthesis { depth += 1 }
      if token.kind == .closeParenthesis { depth -= 1 }
      end = token.range.upperBound
    }
    return depth == 0 && hasSpace(in: end..<code.count)
  }

  private func hasSpace(in range: Range<Int>) -> Bool {
    code[range].contains { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == Mark.lineOrSpace }
  }
}

// Every connection has these collations without registering them.
extension Collation {
  /// The order in which Swift compares strings: by Unicode, where all spellings of `é` are equal.
  public static let unicodeCompare = Collation(rawValue: TextCollation.unicode.rawValue)
  /// The order in which Foundation compares strings, ignoring case.
  public static let caseInsensitiveCompare = Collation(
    rawValue: TextCollation.caseInsensitive.rawValue
  )
  /// The sort order of the user's language.
  ///
  /// Rebuild an index that uses this order if the language may have changed.
  public static let localizedCompare = Collation(rawValue: TextCollation.localized.rawValue)
  /// The sort order of the user's language, ignoring case.
  ///
  /// See ``localizedCompare`` about indexes.
  public static let localizedCaseInsensitiveCompare = Collation(
    rawValue: TextCollation.localizedCaseInsensitive.rawValue
  )
  /// The order of file lists in the user's language: `file 9` before `file 10`.
  ///
  /// See ``localizedCompare`` about indexes.
  public static let localizedStandardCompare = Collation(
    rawValue: TextCollation.localizedStandard.rawValue
  )
}
