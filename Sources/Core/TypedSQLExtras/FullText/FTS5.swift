import DatabaseTypes
public import TypedSQL

/// A table that indexes text: a virtual table of SQLite's FTS5.
///
/// ```swift
/// @Table struct ReminderText: FTS5 {
///   let rowid: Int
///   let title: String
///   let notes: String
/// }
///
/// ReminderText.where { $0.match("take OR apple") }.order(by: \.rank)
/// // SELECT … FROM "reminderTexts" WHERE ("reminderTexts" MATCH 'take OR apple')
/// // ORDER BY "reminderTexts"."rank"
/// ```
public protocol FTS5: Table {}

extension Optional: FTS5 where Wrapped: FTS5 {}
extension TableAlias: FTS5 where Base: FTS5 {}

extension TableDefinition where QueryValue: FTS5 {
  /// Returns whether a row matches a query: `("reminderTexts" MATCH 'take OR apple')`.
  ///
  /// - Parameter pattern: A query in the language of FTS5. For text that a user typed,
  ///   ``FTS5Pattern`` makes one.
  public func match(_ pattern: some StringProtocol) -> SQLQueryExpression<Bool> {
    var fragment: QueryFragment = "(\(fullTextFragment)"
    fragment.append(sql: SQLOperator.match.sql)
    fragment.append(.text(String(pattern)))
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }

  /// The rank of a row, which puts the best match first: `"reminderTexts"."rank"`.
  public var rank: SQLQueryExpression<Double?> {
    var fragment = QueryFragment()
    fragment.append(column: "rank", of: QueryValue.self)
    return SQLQueryExpression(fragment)
  }

  /// Returns the rank of a row with weights for columns: `bm25("reminderTexts", …)`.
  ///
  /// ```swift
  /// ReminderText.where { $0.match("apple") }.order { $0.bm25([\.title: 10]) }
  /// ```
  ///
  /// - Parameter weights: The weights of columns; other columns have weight 1.
  public func bm25(_ weights: [PartialKeyPath<Self>: Double] = [:]) -> SQLQueryExpression<Double> {
    var fragment = QueryFragment()
    fragment.append(call: .bm25)
    fragment.append(fullTextFragment)
    let weightOfName = weightFragment(weights)
    for index in Self.allColumns.indices where !weights.isEmpty {
      fragment.append(sql: ", (SELECT ")
      fragment.append(weightOfName)
      fragment.append(sql: " FROM pragma_table_info(")
      fragment.append(quotedText: QueryValue.tableName)
      fragment.append(sql: ") WHERE \"cid\" = ")
      fragment.append(raw: String(index))
      fragment.append(sql: ")")
    }
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }

  /// Returns the weight by name: `CASE "name" WHEN 'title' THEN 10.0 ELSE 1 END`.
  private func weightFragment(_ weights: [PartialKeyPath<Self>: Double]) -> QueryFragment {
    var weightOfName: [String: Double] = [:]
    for (path, weight) in weights {
      guard let column = self[keyPath: path] as? any _TableColumnExpression else { continue }
      for name in column._names { weightOfName[name] = weight }
    }
    var fragment: QueryFragment = "CASE \"name\""
    for column in Self.allColumns {
      guard let weight = weightOfName[column.name] else { continue }
      fragment.append(sql: " WHEN ")
      fragment.append(quotedText: column.name)
      fragment.append(sql: " THEN ")
      fragment.append(.double(weight))
    }
    fragment.append(sql: " ELSE 1 END")
    return fragment
  }

  fileprivate var fullTextFragment: QueryFragment { QueryValue.fullTextFragment }
}

extension FTS5 {
  /// The column that represents the whole row and has the table's name: `"reminderTexts"`.
  ///
  /// Under an alias, only its qualified name is known: `"rts"."reminderTexts"`.
  fileprivate static var fullTextFragment: QueryFragment {
    var fragment = QueryFragment()
    guard let tableAlias else {
      fragment.append(table: tableName)
      return fragment
    }
    fragment.append(table: tableAlias)
    fragment.append(sql: ".")
    fragment.append(identifier: tableName)
    return fragment
  }
}

extension TableColumnExpression where Root: FTS5 {
  /// Returns whether a column matches a phrase: `("reminderTexts" MATCH 'title:"take"')`.
  public func match(_ phrase: some StringProtocol) -> SQLQueryExpression<Bool> {
    Root.columns.match("\(FTS5Pattern.column(name)):\(FTS5Pattern.phrase(phrase))")
  }

  /// Returns a column's text with its matches enclosed:
  /// `highlight("reminderTexts", …, '<b>', '</b>')`.
  ///
  /// - Parameters:
  ///   - open: The text before a match.
  ///   - close: The text after a match.
  public func highlight(
    _ open: some StringProtocol,
    _ close: some StringProtocol
  ) -> SQLQueryExpression<String> {
    var fragment = QueryFragment()
    fragment.append(call: .highlight)
    fragment.append("\(Root.fullTextFragment), \(columnNumber),")
    fragment.append(.text(String(open)))
    fragment.append(sql: ", ")
    fragment.append(.text(String(close)))
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }

  /// Returns some words around the matches in a column:
  /// `snippet("reminderTexts", …, '<b>', '</b>', '…', 10)`.
  ///
  /// - Parameters:
  ///   - open: The text before a match.
  ///   - close: The text after a match.
  ///   - ellipsis: The text that stands for omitted text.
  ///   - tokens: The maximum number of words, from 1 to 64.
  public func snippet(
    _ open: some StringProtocol,
    _ close: some StringProtocol,
    _ ellipsis: some StringProtocol,
    _ tokens: Int
  ) -> SQLQueryExpression<String> {
    var fragment = QueryFragment()
    fragment.append(call: .snippet)
    fragment.append("\(Root.fullTextFragment), \(columnNumber)")
    for text in [String(open), String(close), String(ellipsis)] {
      fragment.append(sql: ", ")
      fragment.append(.text(text))
    }
    fragment.append(sql: ", ")
    fragment.append(.int(Int64(tokens)))
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }

  /// The number of the column in its table, which may differ from the order of the properties.
  private var columnNumber: QueryFragment {
    """
    (SELECT "cid" FROM pragma_table_info(\(quote: Root.tableName, delimiter: .text)) \
    WHERE "name" = \(quote: name, delimiter: .text))
    """
  }
}
