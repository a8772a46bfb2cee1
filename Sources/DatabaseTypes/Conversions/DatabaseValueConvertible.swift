/// A type whose values a database can store in one column.
///
/// `Bool`, the integers, `Double`, `Float`, `String`, `Data`, `[UInt8]`, `Date`, `UUID`, `URL`, `Decimal` and
/// optionals of these conform. An enumeration with such a raw value and a `Codable` type (stored as JSON)
/// conform by saying so:
///
/// ```swift
/// enum Priority: Int, DatabaseValueConvertible { case low, high }
/// struct Address: Codable, DatabaseValueConvertible { var street: String }
/// ```
///
/// | Swift | stored as | read from |
/// |---|---|---|
/// | `Bool` | INTEGER 0, 1 | INTEGER, REAL: whether it is not zero |
/// | integers | INTEGER | INTEGER; REAL without a fraction; both only where the type can hold it |
/// | `Double`, `Float` | REAL | REAL, INTEGER |
/// | `String` | TEXT | TEXT in valid UTF-8 |
/// | `Data`, `[UInt8]` | BLOB | BLOB, TEXT |
/// | `Date` | TEXT `2026-11-21 08:30:00.000`, UTC | TEXT of that form or ISO 8601; numbers: seconds since 1970 |
/// | `UUID` | TEXT of 36 characters, in lower case | BLOB of 16 bytes, TEXT of 36 characters |
/// | `URL` | TEXT | TEXT |
/// | `Decimal` | TEXT | TEXT, INTEGER, REAL |
/// | raw value | as the raw value | as the raw value |
/// | `Codable` | TEXT: JSON | TEXT, BLOB |
/// | `Optional` | NULL, or as the value | NULL, or as the value |
///
/// Whatever is not in the table throws.
public protocol DatabaseValueConvertible {
  /// The value to store.
  ///
  /// - Throws: ``ConversionFailure`` where the database cannot hold it, such as `UInt64.max`.
  var databaseValue: DatabaseValue { get throws }

  /// Makes an instance from a stored value.
  ///
  /// - Throws: ``ConversionFailure`` where the value is not one of this type.
  init(databaseValue: DatabaseValue) throws(ConversionFailure)

  /// Makes an instance from a stored value; `nil` where the value is not one of this type.
  ///
  /// ```swift
  /// let name = String.fromDatabaseValue(values[0])
  ///
  /// struct Money: DatabaseValueConvertible {
  ///   var cents: Int
  ///   var databaseValue: DatabaseValue { cents.databaseValue }
  ///   static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Money? {
  ///     Int.fromDatabaseValue(databaseValue).map(Money.init(cents:))
  ///   }
  /// }
  /// ```
  ///
  /// A type writes it or ``init(databaseValue:)``, which can also say why a value does not fit; the other follows from it.
  static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self?

  /// Makes an instance from a column, without a copy of its value where that is possible.
  ///
  /// It has a default implementation; types that are read often have a faster one with the same results.
  ///
  /// - Parameters:
  ///   - index: The column, from 0. It must exist.
  ///   - reader: The row.
  /// - Throws: ``ConversionFailure`` where the value is not one of this type.
  init<Reader: ColumnReader & ~Copyable>(column index: Int, of reader: borrowing Reader)
    throws(ConversionFailure)
}

extension DatabaseValueConvertible {
  /// Makes an instance from a column by copying its value.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    try self.init(databaseValue: reader.value(at: index))
  }
}

extension DatabaseValue: DatabaseValueConvertible {
  /// The value itself.
  @inlinable public var databaseValue: DatabaseValue { self }

  /// Copies a value.
  @inlinable public init(databaseValue: DatabaseValue) { self = databaseValue }
}
