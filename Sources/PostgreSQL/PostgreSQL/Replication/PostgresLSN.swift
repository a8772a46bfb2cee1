/// A position in the server's write-ahead log, in bytes from its beginning.
///
/// https://www.postgresql.org/docs/current/datatype-pg-lsn.html
public struct PostgresLSN: RawRepresentable, Sendable, Hashable, Comparable {
  /// The byte offset.
  public let rawValue: UInt64

  /// Creates a position from its byte offset.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The position before everything in the log.
  public static let zero = PostgresLSN(rawValue: 0)

  /// Parses the server's format, `16/B374D848`; `nil` if the text is not valid.
  public init?(_ text: some StringProtocol) {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let high = Self.half(halves[0]), let low = Self.half(halves[1]) else {
      return nil
    }
    self.init(rawValue: UInt64(high) << 32 | UInt64(low))
  }

  /// Parses up to eight hexadecimal digits, without a sign.
  private static func half(_ text: some StringProtocol) -> UInt32? {
    text.allSatisfy(\.isHexDigit) ? UInt32(text, radix: 16) : nil
  }

  /// Returns whether one position is before another.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension PostgresLSN {
  private static let pageSize: UInt64 = 8_192
  private static let pageHeader: UInt64 = 24
  private static let segmentHeader: UInt64 = 40

  /// Returns the position before a page header if this one is right after the header.
  ///
  /// Otherwise it returns the position itself.
  ///
  /// At a page boundary, the server reports the position after the page's header, where it will
  /// write the next record. No record ends there, so waiting for that position would never finish.
  /// The first page of a segment has a longer header.
  ///
  /// - Parameter segmentSize: The size of the log's segments, from the setting `wal_segment_size`.
  public func beforePageHeader(segmentSize: UInt64 = 16 << 20) -> PostgresLSN {
    let isFirstPage = rawValue % max(segmentSize, 1) < Self.pageSize
    let header = isFirstPage ? Self.segmentHeader : Self.pageHeader
    guard rawValue % Self.pageSize == header else { return self }
    return PostgresLSN(rawValue: rawValue - header)
  }
}

extension PostgresLSN: CustomStringConvertible {
  /// The server's format, such as `16/B374D848`.
  public var description: String {
    let (high, low) = (rawValue >> 32, rawValue & 0xFFFF_FFFF)
    return String(high, radix: 16, uppercase: true) + "/"
      + String(low, radix: 16, uppercase: true)
  }
}
