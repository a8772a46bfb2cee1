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

  /// Returns the line if each byte and mark becomes one byte, apart from hints, as in most
  /// statements.
  ///
  /// It processes many bytes at a time, without branches.
  private static func plainText(_ code: [UInt8], quote: UInt8) -> String? {
    code.withUnsafeBufferPointer { code in
      guard let source = code.baseAddress else { return nil }
      let (isPlain, hasHints) = contents(of: source, code.count, quote)
      guard isPlain else { return nil }
      return String(unsafeUninitializedCapacity: code.count) { target in
        guard let target = target.baseAddress else { return 0 }
        guard hasHints else {
          for index in 0..<code.count { target[index] = byte(for: source[index], quote) }
          return code.count
        }
        let count = copy(source, code.count, to: target)
        for index in 0..<count { target[index] = byte(for: target[index], quote) }
        return count
      }
    }
  }

  /// Returns whether each byte apart from hints becomes one byte, and whether there are hints.
  private static func contents(
    of code: UnsafePointer<UInt8>,
    _ count: Int,
    _ quote: UInt8
  ) -> (isPlain: Bool, hasHints: Bool) {
    let bytes = UnsafeRawPointer(code)
    var (special, hints): (UInt64, UInt64) = (0, 0)
    var index = 0
    while index &+ 8 <= count {
      let part = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      special |= specialBytes(of: part, quote)
      hints |= self.hints(in: part)
      index &+= 8
    }
    while index < count {
      let part = ones &* UInt64(code[index])
      special |= specialBytes(of: part, quote)
      hints |= self.hints(in: part)
      index &+= 1
    }
    return (special == 0, hints != 0)
  }

  /// Copies code without its hints.
  ///
  /// - Returns: The number of bytes that were copied.
  private static func copy(
    _ code: UnsafePointer<UInt8>,
    _ count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (copied, index) = (0, 0)
    while index < count {
      let end = indexOfHint(in: code, from: index, count)
      (target + copied).update(from: code + index, count: end &- index)
      copied &+= end &- index
      index = end &+ 2
    }
    return copied
  }

  /// Returns the index of the next hint, or the end.
  private static func indexOfHint(
    in code: UnsafePointer<UInt8>,
    from start: Int,
    _ count: Int
  ) -> Int {
    let bytes = UnsafeRawPointer(code)
    var index = start
    while index &+ 8 <= count {
      let part = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let found = hints(in: UInt64(littleEndian: part))
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, code[index] != Mark.hint { index &+= 1 }
    return index
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns a value other than 0 if one of eight bytes is no hint and does not become one byte.
  @inline(__always)
  private static func specialBytes(of bytes: UInt64, _ quote: UInt8) -> UInt64 {
    // Two marks that differ only in the lowest bit are found with one comparison.
    zeroBytes(of: bytes ^ ones &* UInt64(quote))
      | zeroBytes(of: (bytes | ones) ^ ones &* UInt64(Mark.indent))
      | zeroBytes(of: bytes ^ ones &* UInt64(Mark.outdent))
      | zeroBytes(of: bytes ^ ones &* UInt64(Mark.escape))
      | zeroBytes(of: (bytes | ones) ^ ones &* UInt64(Mark.dateTextEnd))
      | zeroBytes(of: (bytes | ones) ^ ones &* UInt64(Mark.scope))
  }

  /// Returns a value other than 0 if one of eight bytes is the mark of a hint.
  @inline(__always)
  private static func hints(in bytes: UInt64) -> UInt64 {
    zeroBytes(of: bytes ^ ones &* UInt64(Mark.hint))
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
