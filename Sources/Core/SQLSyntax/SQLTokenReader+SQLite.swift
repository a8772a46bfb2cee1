// What only SQLite reads this way. https://www.sqlite.org/lang_expr.html

extension SQLTokenReader {
  mutating func readSQLite(_ first: UInt8) -> SQLTextToken.Kind {
    switch first {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard byte(1) == UInt8(ascii: "'") else { return readWord() }
      return readBytes()
    case _ where first.startsName: return readWord()
    case UInt8(ascii: "`"):
      skipQuoted(by: first)
      return .quotedName
    case UInt8(ascii: "["):
      skipThrough(UInt8(ascii: "]"))
      return .quotedName
    case UInt8(ascii: "?"):
      index &+= 1
      while byte().isDigit { index &+= 1 }
      return .parameter
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"):
      return readParameter()
    default: return readSign(first)
    }
  }

  /// Reads `x'00'`, in which a quote is not doubled.
  private mutating func readBytes() -> SQLTextToken.Kind {
    index &+= 1
    skipThrough(UInt8(ascii: "'"))
    return .bytes
  }

  /// Skips to the next such byte after the one at the index.
  private mutating func skipThrough(_ end: UInt8) {
    index &+= 1
    while index < bytes.count {
      if bytes[index] == end { return index &+= 1 }
      index &+= SQLMarks.contains(marks.escapes, bytes[index]) ? 2 : 1
    }
    index = bytes.count
    isTerminated = false
  }

  /// Reads `:a`, or what SQLite allows for names of Tcl's variables, `$a::b(c)`.
  private mutating func readParameter() -> SQLTextToken.Kind {
    let start = index
    var hasName = false
    index &+= 1
    while index < bytes.count {
      if bytes[index].continuesName {
        hasName = true
        index &+= 1
      } else if bytes[index] == UInt8(ascii: "("), hasName {
        repeat { index &+= 1 } while index < bytes.count && !bytes[index].endsSuffix
        guard byte() == UInt8(ascii: ")") else { return .other }
        return single(.parameter)
      } else if bytes[index] == UInt8(ascii: ":"), byte(1) == UInt8(ascii: ":") {
        index &+= 2
      } else {
        break
      }
    }
    return hasName && bytes[start] != UInt8(ascii: "#") ? .parameter : .other
  }

  private mutating func readSign(_ first: UInt8) -> SQLTextToken.Kind {
    let second = byte(1)
    var count = 1
    switch (first, second) {
    case (UInt8(ascii: "-"), UInt8(ascii: ">")): count = byte(2) == UInt8(ascii: ">") ? 3 : 2
    case (UInt8(ascii: "|"), UInt8(ascii: "|")), (UInt8(ascii: "<"), UInt8(ascii: "<")),
      (UInt8(ascii: ">"), UInt8(ascii: ">")), (UInt8(ascii: "<"), UInt8(ascii: "=")),
      (UInt8(ascii: ">"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "!"), UInt8(ascii: "=")):
      count = 2
    case (UInt8(ascii: "+"), _), (UInt8(ascii: "-"), _), (UInt8(ascii: "*"), _),
      (UInt8(ascii: "/"), _), (UInt8(ascii: "%"), _), (UInt8(ascii: "&"), _),
      (UInt8(ascii: "|"), _), (UInt8(ascii: "~"), _), (UInt8(ascii: "<"), _),
      (UInt8(ascii: ">"), _), (UInt8(ascii: "="), _):
      break
    default: return single(.other)
    }
    index &+= count
    return .sign
  }
}

extension UInt8 {
  /// Whether it ends the parentheses after a parameter's name.
  fileprivate var endsSuffix: Bool {
    self == UInt8(ascii: ")") || self == 0x20 || self &- 0x09 <= 4 || self == 0
  }
}
