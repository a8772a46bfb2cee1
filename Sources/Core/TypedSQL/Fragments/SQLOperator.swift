/// An operator that databases write differently.
///
/// Its SQL contains its number as a hint, so that other code does not have to recognize it by its
/// text. The numbers differ from those of hints and of functions.
package enum SQLOperator: UInt8, CaseIterable, Sendable {
  /// A comparison that treats NULL as a value: `IS NOT DISTINCT FROM` in PostgreSQL.
  case `is` = 0x60
  /// The opposite of `IS`: `IS DISTINCT FROM` in PostgreSQL.
  case isNot = 0x61
  /// A comparison with a pattern: `ILIKE` in PostgreSQL.
  case like = 0x62
  /// A comparison with a pattern, which PostgreSQL does not have.
  case glob = 0x63
  /// A search in SQLite's full-text index, which PostgreSQL does not have.
  case match = 0x64
  /// A search in a list: `= ANY` in PostgreSQL if it is empty or bound as one value.
  case `in` = 0x65
  /// The opposite of `IN`: `<> ALL` in PostgreSQL if the list is empty or bound as one value.
  case notIn = 0x66
  /// A collation, which has another name in PostgreSQL.
  case collate = 0x67
  /// A division: NULL if the divisor is zero, but an error in PostgreSQL.
  case divided = 0x68
  /// A remainder: NULL if the divisor is zero, but an error in PostgreSQL.
  case remainder = 0x69
  /// A shift: PostgreSQL shifts by an `integer`.
  case shiftedLeft = 0x6A
  /// A shift: PostgreSQL shifts by an `integer`.
  case shiftedRight = 0x6B
  /// A member of JSON as JSON, with another kind of path in PostgreSQL.
  case jsonMember = 0x6C
  /// A member of JSON as a value, with another kind of path in PostgreSQL.
  case jsonValue = 0x6D

  /// The text in SQLite with its marks: a space, the number after a hint, and a word.
  ///
  /// Each text is one literal, so naming it costs nothing when a statement is built.
  package var sql: StaticString {
    switch self {
    case .is: "\u{14}\u{16}\u{60}IS "
    case .isNot: "\u{14}\u{16}\u{61}IS NOT "
    case .like: "\u{14}\u{16}\u{62}LIKE "
    case .glob: "\u{14}\u{16}\u{63}GLOB "
    case .match: "\u{14}\u{16}\u{64}MATCH "
    case .in: "\u{14}\u{16}\u{65}IN "
    case .notIn: "\u{14}\u{16}\u{66}NOT IN "
    case .collate: "\u{14}\u{16}\u{67}COLLATE "
    case .divided: "\u{14}\u{16}\u{68}/ "
    case .remainder: "\u{14}\u{16}\u{69}% "
    case .shiftedLeft: "\u{14}\u{16}\u{6A}<< "
    case .shiftedRight: "\u{14}\u{16}\u{6B}>> "
    case .jsonMember: "\u{14}\u{16}\u{6C}-> "
    case .jsonValue: "\u{14}\u{16}\u{6D}->> "
    }
  }
}
