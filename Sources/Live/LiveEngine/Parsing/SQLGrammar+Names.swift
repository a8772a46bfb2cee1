import DatabaseTypes
import SQLSyntax
import TypedSQL

extension SQLGrammar {
  /// A name as a dictionary of names has it: SQLite's are the same in any case of their letters.
  ///
  /// SQLite ignores the case of ASCII letters alone: "É" and "é" are two names.
  func key(of name: String) -> ByteText {
    self == .sqlite ? .foldingASCII(name) : ByteText(name)
  }

  /// Whether two names mean the same.
  func areSame(_ left: String, _ right: String) -> Bool {
    self == .sqlite ? isSameIdentifier(left, right) : hasSameBytes(left, right)
  }

  /// A name without quotes, as the database calls it: PostgreSQL makes ASCII letters small.
  func folded(_ code: [UInt8]) -> String {
    guard self == .postgres else { return String(decoding: code, as: UTF8.self) }
    let letters = code.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension SQLGrammar {
  /// A term of an order in SQL text, with the place of its NULLs where the library would write
  /// another one: PostgreSQL has them last, and before others in a descending order.
  func ordered(by written: QueryFragment) -> QueryFragment {
    let term = written.orderTerm
    guard self == .postgres, term.nullsFirst == nil else { return written }
    return written + QueryFragment(term.isDescending ? " NULLS FIRST" : " NULLS LAST")
  }
}
