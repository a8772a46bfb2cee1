/// The control characters that mean something else than text.
///
/// A fragment of SQL that another module writes may have marks in its code, for what a database
/// has no character for. Each kind is a set of bits, one for each of the first 32 bytes.
package struct SQLMarks: Sendable {
  /// The bytes that mean no more than a space.
  let layout: UInt32
  /// The bytes that enclose a name.
  let quotes: UInt32
  /// The bytes after which the next byte is text.
  let escapes: UInt32
  /// The bytes that stand for a bound value.
  let bindings: UInt32
  /// The bytes that stand for a parenthesis.
  let openings: UInt32
  /// The bytes that are a mark together with the next byte.
  let pairs: UInt32
  /// All of these, and the bytes that are a mark alone.
  let all: UInt32

  /// Text without marks.
  package static let none = SQLMarks()

  /// Creates a set of marks.
  ///
  /// - Parameters:
  ///   - layout: The bytes that mean no more than a space.
  ///   - quotes: The bytes that enclose a name.
  ///   - escapes: The bytes after which the next byte is text.
  ///   - bindings: The bytes that stand for a bound value.
  ///   - openings: The bytes that stand for a parenthesis.
  ///   - pairs: The bytes that are a mark together with the next byte.
  ///   - single: The bytes that are a mark alone.
  package init(
    layout: [UInt8] = [],
    quotes: [UInt8] = [],
    escapes: [UInt8] = [],
    bindings: [UInt8] = [],
    openings: [UInt8] = [],
    pairs: [UInt8] = [],
    single: [UInt8] = []
  ) {
    self.layout = Self.bits(layout)
    self.quotes = Self.bits(quotes)
    self.escapes = Self.bits(escapes)
    self.bindings = Self.bits(bindings)
    self.openings = Self.bits(openings)
    self.pairs = Self.bits(pairs)
    all = Self.bits(layout + quotes + escapes + bindings + openings + pairs + single)
  }

  private static func bits(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { $0 | ($1 < 32 ? 1 << UInt32($1) : 0) }
  }

  /// Returns whether a byte is in one of the sets.
  @inline(__always)
  static func contains(_ bits: UInt32, _ byte: UInt8) -> Bool {
    byte < 32 && bits & (1 << UInt32(truncatingIfNeeded: byte)) != 0
  }
}
