/// A type whose values a database can store in one column.
///
/// `Bool`, the integers, `Double`, `Float`, `CGFloat`, `String`, `Data`, `[UInt8]`, `Date`, `UUID`,
/// `URL`, `Decimal` and optionals of these conform. An enumeration with such a raw value and a
/// `Codable` type (stored as JSON) only need to declare the conformance:
///
/// ```swift
/// enum Priority: Int, DatabaseValueConvertible { case low, high }
/// struct Address: Codable, DatabaseValueConvertible { var street: String }
/// ```
///
/// | Swift | stored as | read from |
/// |---|---|---|
/// | `Bool` | INTEGER 0, 1 | INTEGER, REAL: whether it is not zero |
/// | integers | INTEGER | INTEGER; REAL without a fraction; both only if the type can hold it |
/// | `Double`, `Float`, `CGFloat` | REAL | REAL, INTEGER |
/// | `String` | TEXT | TEXT in valid UTF-8 |
/// | `Data`, `[UInt8]` | BLOB | BLOB, TEXT |
/// | `Date` | TEXT `2026-11-21 08:30:00.000`, UTC | such TEXT, ISO 8601, seconds since 1970 |
/// | `UUID` | TEXT of 36 characters, in lower case | BLOB of 16 bytes, TEXT of 36 characters |
/// | `URL` | TEXT | TEXT |
/// | `Decimal` | TEXT | TEXT, INTEGER, REAL |
/// | raw value | as the raw value | as the raw value |
/// | `Codable` | TEXT: JSON | TEXT, BLOB |
/// | `Optional` | NULL, or as the value | NULL, or as the value |
///
/// Converting anything else throws.
public protocol DatabaseValueConvertible {
  /// The value to store.
  ///
  /// It is ``DatabaseValue/unstorable`` if no database can store it, such as `UInt64.max`.
  /// ``checkedDatabaseValue`` throws then.
  var databaseValue: DatabaseValue { get }

  /// The value to store, or an error if no database can store it.
  ///
  /// The library reads this property wherever it stores a value. The default implementation
  /// returns ``databaseValue``, and throws if that is ``DatabaseValue/unstorable``.
  ///
  /// - Throws: ``ConversionFailure`` with the reason.
  var checkedDatabaseValue: DatabaseValue { get throws }

  /// Creates an instance from a stored value.
  ///
  /// - Throws: ``ConversionFailure`` if the value does not fit this type.
  init(databaseValue: DatabaseValue) throws(ConversionFailure)

  /// Returns an instance for a stored value, or `nil` if the value does not fit this type.
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
  /// A type implements this function or ``init(databaseValue:)``, which can also report why a value
  /// does not fit. Each has a default implementation that calls the other.
  static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self?

  /// Creates an instance from a column, without copying the value if possible.
  ///
  /// The default implementation copies the value. Types that are decoded often have a faster
  /// implementation with the same results.
  ///
  /// - Parameters:
  ///   - index: The column, counted from 0. It must exist.
  ///   - reader: The row.
  /// - Throws: ``ConversionFailure`` if the value does not fit this type.
  init<Reader: ColumnReader & ~Copyable>(column index: Int, of reader: borrowing Reader)
    throws(ConversionFailure)
}

extension DatabaseValueConvertible {
  /// Creates an instance from a column by copying the stored value.
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

  /// Creates a copy of a value.
  @inlinable public init(databaseValue: DatabaseValue) { self = databaseValue }
}
