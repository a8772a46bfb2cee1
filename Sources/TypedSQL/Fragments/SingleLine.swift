/// A fragment's code as one line of SQLite's SQL, written in one go: what a database gets.
struct SingleLine {
  let text: String

  /// Makes the line; `nil` for code that needs to know more of the dialect.
  init?(_ code: [UInt8], quote: UInt8) {
    var length: Int? = 0
    let text = code.withUnsafeBufferPointer { code in
      // Each byte and mark becomes one byte at most, save quotes, which are doubled in identifiers.
      let quoteCount = code.reduce(into: 0) { $0 &+= $1 == quote ? 1 : 0 }
      return String(unsafeUninitializedCapacity: code.count + quoteCount) { target in
        length = Self.write(code, to: target, quote: quote)
        return length ?? 0
      }
    }
    guard length != nil else { return nil }
    self.text = text
  }

  /// Writes the line.
  ///
  /// - Returns: How many bytes it has; `nil` where it was given up.
  private static func write(
    _ code: UnsafeBufferPointer<UInt8>,
    to target: UnsafeMutableBufferPointer<UInt8>,
    quote: UInt8
  ) -> Int? {
    var count = 0
    var index = 0
    var isInIdentifier = false
    while index < code.count {
      var byte = code[index]
      index += 1
      if Mark.isMark(byte) {
        switch byte {
        case Mark.identifier, Mark.table, Mark.source:
          isInIdentifier.toggle()
          target[count] = quote
          count += 1
          continue
        case Mark.lineOrSpace: byte = UInt8(ascii: " ")
        case Mark.binding: byte = UInt8(ascii: "?")
        case Mark.escape where index < code.count:
          byte = code[index]
          index += 1
        case Mark.dateText, Mark.dateTextEnd: return nil
        default: continue
        }
      }
      target[count] = byte
      count += 1
      if isInIdentifier, byte == quote {
        target[count] = quote
        count += 1
      }
    }
    return count
  }
}
