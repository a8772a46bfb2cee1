/// The statements of an SQL text, split at their ends without being compiled.
///
/// ```swift
/// SplitStatements("SELECT 1; -- done\n").map(\.sql)   // ["SELECT 1"]
/// ```
package struct SplitStatements: Sendable {
  /// A statement of a text.
  package struct Part: Sendable, Hashable {
    /// The statement, without surrounding blanks and the semicolon.
    package let sql: String
    /// The offset of the statement in the text, in UTF-8 bytes.
    package let offset: Int

    package init(sql: String, offset: Int) {
      self.sql = sql
      self.offset = offset
    }
  }

  /// The statements, in order; a comment on its own is not a statement.
  package let parts: [Part]

  /// Splits a text into statements.
  ///
  /// - Complexity: O(*n*).
  package init(_ sql: String) {
    let bytes = Array(sql.utf8)
    var boundary = SQLStatementBoundary()
    var parts: [Part] = []
    var start = 0
    for index in bytes.indices {
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      if boundary.take(bytes[index], next: next) {
        parts.append(Part(bytes, start..<index))
        start = index + 1
      }
    }
    if boundary.hasBegun { parts.append(Part(bytes, start..<bytes.count)) }
    self.parts = parts
  }
}

extension SplitStatements.Part {
  fileprivate init(_ bytes: [UInt8], _ range: Range<Int>) {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    // Skip semicolons without a statement before them.
    let text = bytes[range].drop { isBlank($0) || $0 == UInt8(ascii: ";") }
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    self.init(sql: String(decoding: text[..<end], as: UTF8.self), offset: text.startIndex)
  }
}
