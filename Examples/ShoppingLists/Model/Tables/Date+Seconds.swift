public import Foundation
public import LiveSQL

extension Date {
  /// A moment stored as the seconds since 1970 with their fraction, a floating-point number.
  ///
  /// The package brings representations as whole seconds, as text and as a Julian day; any other is a type like this one.
  public struct SecondsRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self
    /// The Swift type.
    public typealias QueryOutput = Date

    /// The moment.
    public var queryOutput: Date

    /// Makes a representation of a moment.
    public init(queryOutput: Date) { self.queryOutput = queryOutput }

    /// The seconds.
    public var queryBinding: QueryBinding { .double(queryOutput.timeIntervalSince1970) }

    /// Decodes seconds.
    public init(decoder: inout some QueryDecoder) throws {
      self.init(queryOutput: Date(timeIntervalSince1970: try Double(decoder: &decoder)))
    }

    /// The type of SQLite: a floating-point number.
    public static var typeAffinity: SQLiteTypeAffinity { .real }
  }
}
