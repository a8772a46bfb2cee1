public import Foundation

extension CGFloat: DatabaseValueConvertible {
  /// REAL; binding NaN as an argument throws, since SQLite would store NULL.
  public var databaseValue: DatabaseValue { .real(Double(self)) }

  /// Decodes a number.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = CGFloat(try Double(databaseValue: databaseValue))
  }
}

// Foundation's classes are not final, so they implement `fromDatabaseValue(_:)`: an initializer
// would have to be `required`.

extension NSNull: DatabaseValueConvertible {
  /// NULL.
  public var databaseValue: DatabaseValue { .null }

  /// Returns the null object for NULL, and `nil` for other values.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    databaseValue.isNull ? NSNull() as? Self : nil
  }
}

extension NSDate: DatabaseValueConvertible {
  /// TEXT such as `2026-11-21 08:30:00.000`, as a `Date` is stored.
  public var databaseValue: DatabaseValue { date.databaseValue }

  /// TEXT such as `2026-11-21 08:30:00.000`, as a `Date` is stored.
  ///
  /// - Throws: ``ConversionFailure`` for dates outside the years 0 to 9999.
  public var checkedDatabaseValue: DatabaseValue { get throws { try date.checkedDatabaseValue } }

  private var date: Date { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }

  /// Returns the date that a `Date` would decode; `nil` for other values.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    Date.fromDatabaseValue(databaseValue).flatMap { date in
      NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate) as? Self
    }
  }
}

extension NSUUID: DatabaseValueConvertible {
  /// TEXT of 36 characters, in lower case, as a `UUID` is stored.
  public var databaseValue: DatabaseValue { .text(uuidString.lowercased()) }

  /// Returns an identifier from a blob of 16 bytes, or from text; `nil` for other values.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    UUID.fromDatabaseValue(databaseValue).flatMap { NSUUID(uuidString: $0.uuidString) as? Self }
  }
}

extension NSNumber: DatabaseValueConvertible {
  /// INTEGER, also for a Boolean, or REAL for a floating-point number.
  ///
  /// An `NSDecimalNumber` is INTEGER if it is a whole number, or else REAL, if that keeps all of
  /// its digits. Other numbers are ``DatabaseValue/unstorable``.
  public var databaseValue: DatabaseValue { .storable { try checkedDatabaseValue } }

  /// INTEGER, also for a Boolean, or REAL for a floating-point number.
  ///
  /// - Throws: ``ConversionFailure`` above `Int64.max`, and for a decimal number that a database
  ///   would round.
  public var checkedDatabaseValue: DatabaseValue {
    get throws {
      if let decimal = self as? NSDecimalNumber {
        return try decimal.decimalValue.storedNumber
      }
      // https://developer.apple.com/documentation/foundation/nsnumber: the codes of C types.
      return switch unsafe String(cString: objCType) {
      case "d", "f": .real(doubleValue)
      case "Q": try uint64Value.checkedDatabaseValue
      default: .integer(int64Value)
      }
    }
  }

  /// Returns a number; `nil` for other values.
  ///
  /// An `NSDecimalNumber` has the digits of the shortest text of a REAL. It is also read from text.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    if self is NSDecimalNumber.Type {
      return Decimal.fromDatabaseValue(databaseValue).flatMap {
        NSDecimalNumber(decimal: $0) as? Self
      }
    }
    return switch databaseValue {
    case .integer(let value): NSNumber(value: value) as? Self
    case .real(let value): NSNumber(value: value) as? Self
    default: nil
    }
  }
}

extension Decimal {
  /// The number as a database's number with the same digits.
  fileprivate var storedNumber: DatabaseValue {
    get throws(ConversionFailure) {
      if let integer = Int64(description) { return .integer(integer) }
      guard let real = Double(description), real.isFinite,
        (try? Decimal(databaseValue: .real(real))) == self
      else {
        throw .unrepresentable(
          NSDecimalNumber.self,
          found: nil,
          reason: "no number of SQLite has all of its digits; a Decimal is stored as text"
        )
      }
      return .real(real)
    }
  }
}
