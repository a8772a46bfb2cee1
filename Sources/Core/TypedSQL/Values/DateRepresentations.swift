internal import DatabaseTypes
public import Foundation

extension Date {
  /// A date stored as an integer: the number of seconds since 1970.
  ///
  /// ```swift
  /// @Column(as: Date.UnixTimeRepresentation.self)
  /// var createdAt: Date
  /// ```
  public struct UnixTimeRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type of a decoded value.
    public typealias QueryOutput = Date

    /// The date.
    public var queryOutput: Date

    /// Creates a representation of a date.
    public init(queryOutput: Date) { self.queryOutput = queryOutput }

    /// The number of whole seconds, rounded down as SQLite's `unixepoch` does.
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

    /// The SQLite type: an integer.
    public static var typeAffinity: SQLiteTypeAffinity { .integer }
  }

  /// A date stored as a floating-point number: a Julian day.
  ///
  /// A day is stored to the millisecond, as SQLite's `julianday` returns it. So a point in time is
  /// always the same number, whatever writes it, and is read as the date nearest to its
  /// millisecond.
  public struct JulianDayRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type of a decoded value.
    public typealias QueryOutput = Date

    /// The date.
    public var queryOutput: Date

    /// Creates a representation of a date.
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

    /// The number of milliseconds between the start of Julian days and 1970.
    private static let epoch = 210_866_760_000_000.0

    /// The SQLite type: a floating-point number.
    public static var typeAffinity: SQLiteTypeAffinity { .real }
  }

  /// A date stored as text in the form `yyyy-MM-dd HH:mm:ss.SSS`, which is the default.
  public typealias ISO8601Representation = Date
}

extension Date? {
  /// A date stored as the seconds since 1970, or NULL.
  public typealias UnixTimeRepresentation = Date.UnixTimeRepresentation?

  /// A date stored as a Julian day, or NULL.
  public typealias JulianDayRepresentation = Date.JulianDayRepresentation?

  /// A date stored as text, or NULL.
  public typealias ISO8601Representation = Date?
}
