/// A fragment's code as one line of SQL for SQLite, written in a single pass.
struct SingleLine {
  let text: String

  /// Creates the line, or `nil` for code that needs to know more about the dialect.
  init?(_ code: [UInt8], quote: UInt8) {
    if let text = Self.plainText(code, quote: quote) {
      self.text = text
      return
    }
    var length: Int? = 0
    let text = code.withUnsafeBufferPointer { code in
      // Each byte or mark becomes at most one byte, except quotes, which are doubled in
      // identifiers.
      let quoteCount = code.reduce(into: 0) { $0 &+= $1 == quote ? 1 : 0 }
      return String(unsafeUninitializedCapacity: code.count + quoteCount) { target in
        length = Self.write(code, to: target, quote: quote)
        return length ?? 0
      }
    }
    guard length != nil else { return nil }
    self.text = text
  }

  /// Returns the line if each byte and mark becomes one byte, as in most statements.
  ///
  /// It processes many bytes at a time, without branches.
  private static func plainText(_ code: [UInt8], quote: UInt8) -> String? {
    code.withUnsafeBufferPointer { code in
      guard let source = code.baseAddress, isPlain(source, code.count, quote) else { return nil }
      let count = code.count
      return String(unsafeUninitializedCapacity: count) { target in
        guard let target = target.baseAddress else { return 0 }
        for index in 0..<count { target[index] = byte(for: source[index], quote) }
        return count
      }
    }
  }

  private static func isPlain(
    _ code: UnsafePointer<UInt8>,
    _ count: Int,
    _ quote: UInt8
  ) -> Bool {
    let bytes = UnsafeRawPointer(code)
    var found: UInt64 = 0
    var index = 0
    while index &+ 8 <= count {
      let part = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      found |= specialBytes(of: part, quote)
      index &+= 8
    }
    while index < count {
      found |= specialBytes(of: ones &* UInt64(code[index]), quote)
      index &+= 1
    }
    return found == 0
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns a value other than 0 if one of eight bytes does not become exactly one byte.
  @inline(__always)
  private static func specialBytes(of bytes: UInt64, _ quote: UInt8) -> UInt64 {
    // Two marks that differ only in the lowest bit are found with one comparison.
    zeroBytes(of: bytes ^ ones &* UInt64(quote))
      | zeroBytes(of: (bytes | ones) ^ ones &* UInt64(Mark.indent))
      | zeroBytes(of: bytes ^ ones &* UInt64(Mark.outdent))
      | zeroBytes(of: bytes ^ ones &* UInt64(Mark.escape))
      | zeroBytes(of: (bytes | ones) ^ ones &* UInt64(Mark.dateTextEnd))
      | zeroBytes(of: (bytes | ones) ^ ones &* UInt64(Mark.scope))
      | zeroBytes(of: bytes ^ ones &* UInt64(Mark.hint))
  }

  /// Returns a value other than 0 if one of eight bytes is 0.
  @inline(__always)
  private static func zeroBytes(of bytes: UInt64) -> UInt64 {
    (bytes &- ones) & ~bytes & (ones &* 0x80)
  }

  @inline(__always)
  private static func byte(for code: UInt8, _ quote: UInt8) -> UInt8 {
    var byte = code
    byte = code == Mark.identifier ? quote : byte
    byte = code &- Mark.table <= Mark.source &- Mark.table ? quote : byte
    byte = code == Mark.lineOrSpace || code == Mark.word ? UInt8(ascii: " ") : byte
    byte = code == Mark.call ? UInt8(ascii: "(") : byte
    byte = code == Mark.binding ? UInt8(ascii: "?") : byte
    return byte
  }

  /// Writes the line.
  ///
  /// - Returns: The number of bytes written, or `nil` if the line cannot be written this way.
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
        case Mark.lineOrSpace, Mark.word: byte = UInt8(ascii: " ")
        case Mark.call: byte = UInt8(ascii: "(")
        case Mark.hint:
          index += 1
          continue
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
