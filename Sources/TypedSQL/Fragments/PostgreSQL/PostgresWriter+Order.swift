// SQLite takes NULL for the least of all values, PostgreSQL for the greatest: so each order says where NULLs are.

extension PostgresWriter {
  /// Where the order of a window or an aggregate ends.
  func endOfOrder(limit: Int) -> Int {
    end(from: index, limit: limit) { byte, index in
      byte == UInt8(ascii: " ")
        && (isNext(" ROWS BETWEEN ", at: index) || isNext(" RANGE BETWEEN ", at: index)
          || isNext(" GROUPS BETWEEN ", at: index))
    }
  }

  /// Writes the terms of an order.
  mutating func writeOrder(until end: Int) {
    var isFirst = true
    for term in list(index..<end) {
      if !isFirst { append(", ") }
      isFirst = false
      let sql = written(term)
      text += sql
      // Lower-cased, it is sorted without regard to case: no other side is needed.
      ignoresCase = false
      appendNulls(after: sql)
    }
    index = end
  }

  private mutating func appendNulls(after term: [UInt8]) {
    let words = String(decoding: term.suffix(24), as: UTF8.self).uppercased()
      .split { $0 == " " || $0 == "\n" }
    if words.dropLast().last == "NULLS" { return }
    append(words.last == "DESC" ? " NULLS LAST" : " NULLS FIRST")
  }
}
