public import Foundation
public import LiveSQL

extension Date {
  /// A date stored as a floating-point number of seconds since 1970.
  ///
  /// The package provides representations as whole seconds, as text and as a Julian day; custom
  /// ones are types like this one.
  public struct SecondsRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self
    /// The Swift type.
    public typealias QueryOutput = Date

    /// The date.
    public var queryOutput: Date

    /// Creates a representation of a date.
    public init(queryOutput: Date) { self.queryOutput = queryOutput }

    /// The seconds.
    public var queryBinding: QueryBinding { .double(queryOutput.timeIntervalSince1970) }

    /// Decodes seconds.
    public init(decoder: inout some QueryDecoder) throws {
      self.init(queryOutput: Date(timeIntervalSince1970: try Double(decoder: &decoder)))
    }

    /// The type affinity in SQLite: a floating-point number.
    public static var typeAffinity: SQLiteTypeAffinity { .real }
  }
}
