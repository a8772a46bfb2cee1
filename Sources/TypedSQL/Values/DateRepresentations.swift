internal import DatabaseTypes
public import Foundation

extension Date {
  /// A moment stored as the seconds since 1970, an integer.
  ///
  /// ```swift
  /// @Column(as: Date.UnixTimeRepresentation.self)
  /// var createdAt: Date
  /// ```
  public struct UnixTimeRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type.
    public typealias QueryOutput = Date

    /// The moment.
    public var queryOutput: Date

    /// Makes a representation of a moment.
    public init(queryOutput: Date) { self.queryOutput = queryOutput }

    /// The seconds, without their fraction: those that have passed, as SQLite's `unixepoch` counts them.
    public var queryBinding: QueryBinding {
      guard let seconds = Int64(exactly: queryOutput.timeIntervalSince1970.rounded(.down)) else {
        return .invalid(QueryBindingError("The date is out of range."))
      }
      return .int(seconds)
    }

    /// Decodes seconds.
    @inlinable
    public init(decoder: inout some QueryDecoder) throws {
      let seconds = try Int64(decoder: &decoder)
      self.init(queryOutput: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// The type of SQLite: an integer.
    public static var typeAffinity: SQLiteTypeAffinity { .integer }
  }

  /// A moment stored as a Julian day, a floating-point number.
  ///
  /// Days are whole milliseconds, as SQLite's `julianday` makes them: so a moment has one number, whoever writes it, and
  /// is read as the date nearest to its millisecond.
  public struct JulianDayRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type.
    public typealias QueryOutput = Date

    /// The moment.
    public var queryOutput: Date

    /// Makes a representation of a moment.
    public init(queryOutput: Date) { self.queryOutput = queryOutput }

    /// The Julian day.
    public var queryBinding: QueryBinding {
      .double((queryOutput.millisecondsSince1970 + Self.epoch) / 86_400_000)
    }

    /// Decodes a Julian day.
    @inlinable
    public init(decoder: inout some QueryDecoder) throws {
      self.init(day: try Double(decoder: &decoder))
    }

    @usableFromInline
    init(day: Double) {
      let milliseconds = (day * 86_400_000).rounded() - Self.epoch
      self.init(queryOutput: Date(millisecondsSince1970: milliseconds))
    }

    /// The milliseconds before 1970, from the beginning of Julian days.
    private static let epoch = 210_866_760_000_000.0

    /// The type of SQLite: a floating-point number.
    public static var typeAffinity: SQLiteTypeAffinity { .real }
  }

  /// A moment stored as text in the form `yyyy-MM-dd HH:mm:ss.SSS`: what a date is anyway.
  public typealias ISO8601Representation = Date
}

extension Date? {
  /// A moment stored as the seconds since 1970, or NULL.
  public typealias UnixTimeRepresentation = Date.UnixTimeRepresentation?

  /// A moment stored as a Julian day, or NULL.
  public typealias JulianDayRepresentation = Date.JulianDayRepresentation?

  /// A moment stored as text, or NULL.
  public typealias ISO8601Representation = Date?
}
