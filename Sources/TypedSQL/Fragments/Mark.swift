/// Bytes in a fragment's code that are not text.
///
/// They are control characters that SQL has no use for. Where one stands in text, an escape stands before it.
package enum Mark {
  /// A line break, or a space in a single line.
  static let lineOrSpace: UInt8 = 0x01
  /// A line break, or nothing in a single line.
  static let line: UInt8 = 0x02
  /// What follows is indented, where there are lines.
  static let indent: UInt8 = 0x03
  /// The end of what is indented.
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

  /// What follows are the arguments of the function that gives the text of a date.
  static let dateText: UInt8 = 0x10
  /// The end of the arguments.
  static let dateTextEnd: UInt8 = 0x11

  /// Encloses what a selected value is wrapped in for who reads it, before the value and after it.
  static let wrapping: UInt8 = 0x12
  /// The parenthesis that follows begins or ends a statement.
  static let scope: UInt8 = 0x13

  /// A space, before a word or an operator that other databases may write in another way: ` IS `.
  ///
  /// It is for what the library writes: SQL text that somebody wrote goes to each database as it is.
  package static let word: UInt8 = 0x14
  /// The parenthesis after the name of a function that other databases may call in another way: `group_concat(`.
  package static let call: UInt8 = 0x15
  /// The next byte is a ``DialectHint``: something that SQLite need not be told.
  package static let hint: UInt8 = 0x16

  @inline(__always)
  package static func isMark(_ byte: UInt8) -> Bool {
    byte < 0x08 || (byte >= 0x0E && byte <= 0x16)
  }

  /// Whether it is of no meaning to a database: a line break, an indentation, or where a part begins or ends.
  package static func isLayout(_ byte: UInt8) -> Bool {
    [lineOrSpace, line, indent, outdent, wrapping, scope, word].contains(byte)
  }

  /// Whether it begins or ends the function that gives the text of a date.
  package static func isDateText(_ byte: UInt8) -> Bool { byte == dateText || byte == dateTextEnd }
}

/// SQL text with marks in it, which the library writes and looks for: `IS`, before which other databases have other words.
///
/// Each is one literal, so that naming it costs nothing where a statement is built or rendered. All text with marks in it
/// is here; what is not always together is put together by `append(call:)` and `append(mark:)`.
package enum MarkedSQL {
  // MARK: Operators

  /// ` IS `, also of what has no value: `IS NOT DISTINCT FROM` in PostgreSQL.
  package static var `is`: StaticString { "\u{14}IS " }
  /// ` IS NOT `: `IS DISTINCT FROM` in PostgreSQL.
  package static var isNot: StaticString { "\u{14}IS NOT " }
  /// ` LIKE `: `ILIKE` in PostgreSQL.
  package static var like: StaticString { "\u{14}LIKE " }
  /// ` GLOB `: unknown to PostgreSQL.
  package static var glob: StaticString { "\u{14}GLOB " }
  /// ` MATCH ` of SQLite's full-text search: unknown to PostgreSQL.
  package static var match: StaticString { "\u{14}MATCH " }
  /// ` IN `: `= ANY` in PostgreSQL where a list is empty, or bound as one value.
  package static var `in`: StaticString { "\u{14}IN " }
  /// ` NOT IN `: `<> ALL` in PostgreSQL where a list is empty, or bound as one value.
  package static var notIn: StaticString { "\u{14}NOT IN " }
  /// ` COLLATE `: the server has other collations.
  package static var collate: StaticString { "\u{14}COLLATE " }
  /// ` / `: NULL where the divisor is zero, and an error in PostgreSQL.
  package static var divided: StaticString { "\u{14}/ " }
  /// ` % `: NULL where the divisor is zero, and an error in PostgreSQL.
  package static var remainder: StaticString { "\u{14}% " }
  /// ` << `: PostgreSQL shifts by an `integer`.
  package static var shiftedLeft: StaticString { "\u{14}<< " }
  /// ` >> `: PostgreSQL shifts by an `integer`.
  package static var shiftedRight: StaticString { "\u{14}>> " }
  /// ` -> `: a member of JSON as JSON, by another kind of path in PostgreSQL.
  package static var jsonMember: StaticString { "\u{14}-> " }
  /// ` ->> `: a member of JSON as a value, by another kind of path in PostgreSQL.
  package static var jsonValue: StaticString { "\u{14}->> " }
  /// `CAST(`: the types have other names in PostgreSQL.
  package static var cast: StaticString { "CAST\u{15}" }
  /// The parenthesis after the name of a function.
  package static var call: StaticString { "\u{15}" }
  /// The parenthesis after the name of an aggregate of distinct values.
  package static var callDistinct: StaticString { "\u{15}DISTINCT " }

  // MARK: Clauses

  /// ` OR `, before what becomes of a conflict: `INSERT OR IGNORE`.
  package static var or: StaticString { "\u{14}OR " }
  /// `WITH `: in SQLite a table of it may always read itself.
  package static var with: StaticString { "WITH\u{14}" }
  /// `ORDER BY `: databases put NULL at other ends.
  package static var orderBy: StaticString { "ORDER BY\u{14}" }
  /// ` ORDER BY ` behind the arguments of an aggregate.
  package static var argumentOrder: StaticString { " ORDER BY\u{14}" }
  /// `WHERE 1`: not each database takes a number for a truth value.
  package static var whereTrue: StaticString { "WHERE\u{14}1" }
  /// `WHERE 0`.
  package static var whereFalse: StaticString { "WHERE\u{14}0" }
  /// ` WHEN 1`, of a CASE that compares with a truth value.
  package static var whenTrue: StaticString { " WHEN\u{14}1" }
  /// ` STRICT` behind a table's definition: PostgreSQL always is.
  package static var strict: StaticString { "\u{14}STRICT" }

  // MARK: What readers of a fragment look for

  /// A bound value as an operand: `(?)`.
  static var boundOperand: StaticString { "(\u{5})" }
  /// The lower bound of a BETWEEN, and the word behind it: `? AND `.
  static var boundAnd: StaticString { "\u{5} AND " }
  /// The elements of a list, up to the expression that gives it: of an array in PostgreSQL.
  package static var elementsOfList: StaticString { "\u{16}+(SELECT \"value\" FROM json_each(" }
  /// The elements of a list that is bound as one value.
  static var elementsOfBoundList: StaticString { "(SELECT \"value\" FROM json_each(\u{5}))" }
}
