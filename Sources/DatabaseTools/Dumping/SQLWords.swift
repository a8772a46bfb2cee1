import SQLiteDatabase

/// The words of an SQL text outside of quotes, strings and comments, in upper case.
struct SQLWords: Sequence {
  private let sql: String

  /// Creates the sequence of words of a text.
  init(_ sql: String) { self.sql = sql }

  func makeIterator() -> Iterator { Iterator(bytes: Array(sql.utf8)) }

  /// An iterator over the words.
  struct Iterator: IteratorProtocol {
    private var scanner = SQLScanner()
    private var rest: ArraySlice<UInt8>

    init(bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> String? {
      var word: [UInt8] = []
      while let byte = rest.popFirst() {
        if case .word = scanner.take(byte, next: rest.first) {
          word.append(byte)
        } else if !word.isEmpty {
          break
        }
      }
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self).uppercased()
    }
  }
}
