/// A place in the server's write-ahead log, in bytes from its beginning.
///
/// https://www.postgresql.org/docs/current/datatype-pg-lsn.html
public struct PostgresLSN: RawRepresentable, Sendable, Hashable, Comparable {
  /// The number of the byte.
  public let rawValue: UInt64

  /// Makes a place of its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Before all that was ever written.
  public static let zero = PostgresLSN(rawValue: 0)

  /// Makes a place of the server's text, `16/B374D848`; `nil` for another text.
  public init?(_ text: some StringProtocol) {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let high = Self.half(halves[0]), let low = Self.half(halves[1]) else {
      return nil
    }
    self.init(rawValue: UInt64(high) << 32 | UInt64(low))
  }

  /// A number of up to eight hexadecimal digits, without a sign.
  private static func half(_ text: some StringProtocol) -> UInt32? {
    text.allSatisfy(\.isHexDigit) ? UInt32(text, radix: 16) : nil
  }

  /// Whether one is before another.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension PostgresLSN {
  private static let pageSize: UInt64 = 8_192
  private static let pageHeader: UInt64 = 24
  private static let segmentHeader: UInt64 = 40

  /// The same place, or the one before the header of a page, where this is the one behind it.
  ///
  /// At the boundary of a page the server tells where the next record will be written: behind the page's header. No
  /// record
  /// ends there, so that who waits for it waits for ever. The first page of a file has a longer header.
  ///
  /// - Parameter segmentSize: The size of the log's files, as `wal_segment_size` says.
  public func beforePageHeader(segmentSize: UInt64 = 16 << 20) -> PostgresLSN {
    let isFirstPage = rawValue % max(segmentSize, 1) < Self.pageSize
    let header = isFirstPage ? Self.segmentHeader : Self.pageHeader
    guard rawValue % Self.pageSize == header else { return self }
    return PostgresLSN(rawValue: rawValue - header)
  }
}

extension PostgresLSN: CustomStringConvertible {
  /// The server's text, `16/B374D848`.
  public var description: String {
    let (high, low) = (rawValue >> 32, rawValue & 0xFFFF_FFFF)
    return String(high, radix: 16, uppercase: true) + "/"
      + String(low, radix: 16, uppercase: true)
  }
}
