/// Bytes in a fragment's code that are not text.
///
/// They are control characters that SQL has no use for. If one occurs in text, an escape precedes
/// it.
package enum Mark {
  /// A line break, or a space in a single line.
  static let lineOrSpace: UInt8 = 0x01
  /// A line break, or nothing in a single line.
  static let line: UInt8 = 0x02
  /// The following text is indented, if there are several lines.
  static let indent: UInt8 = 0x03
  /// The end of the indented text.
  static let outdent: UInt8 = 0x04
  /// A bound value.
  package static let binding: UInt8 = 0x05
  /// Encloses an identifier.
  package static let identifier: UInt8 = 0x06
  /// The next byte is text.
  package static let escape: UInt8 = 0x07
  /// Encloses the name by which columns refer to their table.
  package static let table: UInt8 = 0x0E
  /// Encloses the name of a table where a statement introduces it, as in `FROM`.
  package static let source: UInt8 = 0x0F

  /// The arguments of the function that returns the text of a date follow.
  static let dateText: UInt8 = 0x10
  /// The end of the arguments.
  static let dateTextEnd: UInt8 = 0x11

  /// Encloses the SQL that wraps a selected value for its reader, before the value and after it.
  static let wrapping: UInt8 = 0x12
  /// The parenthesis that follows begins or ends a statement.
  static let scope: UInt8 = 0x13

  /// A space before a word or an operator that other databases may write differently: ` IS `.
  ///
  /// The number of an ``SQLOperator`` follows after a ``hint``.
  ///
  /// Only the library writes it: SQL text that somebody wrote goes to each database unchanged.
  package static let word: UInt8 = 0x14
  /// The parenthesis after the name of a function: `group_concat(`.
  ///
  /// The function's number precedes its name after a ``hint``, so that other databases know it.
  package static let call: UInt8 = 0x15
  /// The next byte is a ``DialectHint`` or the number of a function: a fact that SQLite
  /// does not need.
  package static let hint: UInt8 = 0x16

  @inline(__always)
  package static func isMark(_ byte: UInt8) -> Bool {
    byte < 0x08 || (byte >= 0x0E && byte <= 0x16)
  }

  /// Returns whether it means nothing to a database: a line break, an indentation, or the beginning
  /// or end of a part.
  package static func isLayout(_ byte: UInt8) -> Bool {
    [lineOrSpace, line, indent, outdent, wrapping, scope, word].contains(byte)
  }

  /// Returns whether it begins or ends the function that returns the text of a date.
  package static func isDateText(_ byte: UInt8) -> Bool { byte == dateText || byte == dateTextEnd }
}

/// SQL text with marks in it, which the library writes and looks for; see also ``SQLOperator``.
///
/// Other databases have other words for a marked one, such as `OR`. Each text is one literal, so
/// naming it costs nothing when a statement is built or rendered. All text with marks in it is
/// here; `append(call:)` and `append(mark:)` assemble the combinations that vary.
package enum MarkedSQL {
  // MARK: Paths

  /// The question to SQLite how it reads a quotation mark in the label of a path.
  ///
  /// The path for later versions follows, then ` ELSE ` and the path for others.
  package static var ifLabelsAreEscaped: StaticString {
    #"CASE WHEN json_extract('{"\"":1}', '$."\""') THEN "#
  }

  // MARK: Clauses

  /// ` OR `, before the action on a conflict: `INSERT OR IGNORE`.
  package static var or: StaticString { "\u{14}OR " }
  /// `WITH `: in SQLite, any of its tables may read itself.
  package static var with: StaticString { "WITH\u{14}" }
  /// `ORDER BY ` of a statement: databases sort NULL to different ends.
  static var orderClause: StaticString { "\u{16}\u{51}ORDER BY " }
  /// `ORDER BY ` of a window.
  static var orderBy: StaticString { "\u{16}\u{51}ORDER BY\u{14}" }
  /// ` ORDER BY ` after the arguments of an aggregate.
  static var argumentOrder: StaticString { " \u{16}\u{51}ORDER BY\u{14}" }
  /// `WHERE 1`: not every database accepts a number as a truth value.
  package static var whereTrue: StaticString { "WHERE\u{14}1" }
  /// `WHERE 0`.
  package static var whereFalse: StaticString { "WHERE\u{14}0" }
  /// ` WHEN 1`, in a CASE that compares with a truth value.
  package static var whenTrue: StaticString { " WHEN\u{14}1" }
  /// ` STRICT` after a table's definition: a PostgreSQL table always is.
  package static var strict: StaticString { "\u{14}STRICT" }

  // MARK: Text that code reading a fragment looks for

  /// A bound value as an operand: `(?)`.
  static var boundOperand: StaticString { "(\u{5})" }
  /// The lower bound of a BETWEEN and the word after it: `? AND `.
  static var boundAnd: StaticString { "\u{5} AND " }
  /// The elements of a list, up to the expression of the list: in PostgreSQL, of an array.
  package static var elementsOfList: StaticString { "\u{16}+(SELECT \"value\" FROM json_each(" }
  /// Whether a list has all elements of another, up to the other one: `<@` in PostgreSQL.
  package static var hasAllOf: StaticString {
    """
    \u{16}+(SELECT CASE WHEN "livesql_list" IS NOT NULL AND "livesql_other" IS NOT NULL THEN NOT EXISTS \
    (SELECT 1 FROM json_each("livesql_list") AS "livesql_wanted" WHERE NOT EXISTS \
    (SELECT 1 FROM json_each("livesql_other") AS "livesql_had" \
    WHERE "livesql_had"."value" = "livesql_wanted"."value")) END FROM (SELECT\u{20}
    """
  }
  /// Whether two lists have an element in common, up to the first: `&&` in PostgreSQL.
  package static var haveCommon: StaticString {
    """
    \u{16}+(SELECT CASE WHEN "livesql_list" IS NOT NULL AND "livesql_other" IS NOT NULL THEN EXISTS \
    (SELECT 1 FROM json_each("livesql_list") AS "livesql_wanted" JOIN json_each("livesql_other") AS "livesql_had" \
    ON "livesql_had"."value" = "livesql_wanted"."value") END FROM (SELECT\u{20}
    """
  }
  /// Between the lists where all elements of the first are asked for.
  package static var hasAllOfList: StaticString { "\u{16}+ AS \"livesql_list\", " }
  /// Between the lists where one element is asked for.
  package static var haveCommonList: StaticString { "\u{16}+ AS \"livesql_list\",  " }
  /// Behind two lists.
  package static var endOfLists: StaticString { "\u{16}+ AS \"livesql_other\"))" }
  /// All of these, which are no statements but to SQLite.
  static var partsOfLists: [StaticString] {
    [
      elementsOfList, hasAllOf, haveCommon, hasAllOfList, haveCommonList, endOfLists,
    ]
  }
  /// The elements of a list that is bound as one value.
  static var elementsOfBoundList: StaticString { "(SELECT \"value\" FROM json_each(\u{5}))" }
}
