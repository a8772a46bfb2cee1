internal import DatabaseTypes
public import Foundation

/// A decimal number of up to 38 digits, as PostgreSQL's `numeric` holds it; SQLite has no such type.
///
/// On PostgreSQL it is exact in both directions: it is bound and read in binary as `numeric`, and `+`, `sum`, `<` and
/// `ORDER BY` are the server's. A `NaN`, an infinity, or a number of more digits than `Decimal` has is an error when it is
/// read. `avg` and `total` give a `Double`.
///
/// SQLite has floating-point numbers and integers alone. As a text, `9` would come after `10` and a sum would be a `Double`; so
/// a `Decimal` by itself is neither bound nor read there, and the error names what is: ``Foundation/Decimal/FixedPoint``, which
/// both databases store, compare, order and add exactly.
///
/// ```swift
/// @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
/// var price: Decimal      // on either database
/// ```
extension Decimal: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding {
    isFinite ? .decimal(self, scale: nil) : .invalid(.noNumber)
  }

  /// Decodes the next column of a row.
  ///
  /// - Throws: `ConversionFailure` on SQLite, and for a number that `Decimal` does not hold.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Decimal.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next column of a row; `nil` where it is NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Decimal? {
    try decoder.decode(Decimal.self)
  }
}

extension Decimal: SQLiteType {
  /// The type of SQLite: a number.
  ///
  /// It is for PostgreSQL, where the type is `numeric`; SQLite stores no `Decimal` by itself.
  public static var typeAffinity: SQLiteTypeAffinity { .numeric }
}

extension Decimal: _Addable {}

extension QueryDecoder {
  /// Decodes a decimal number, of databases that have them: not SQLite.
  ///
  /// - Throws: `ConversionFailure`, with what to write instead.
  public mutating func decode(_ columnType: Decimal.Type) throws -> Decimal? {
    throw ConversionFailure.unrepresentable(
      Decimal.self,
      found: nil,
      reason: QueryBindingError.noDecimal.description
    )
  }

  /// Decodes an integer that counts parts of one, such as hundredths.
  @inlinable
  public mutating func _decodeUnits() throws -> Int64? { try decode(Int64.self) }
}

extension QueryBindingError {
  /// A decimal number for SQLite, which has none.
  static let noDecimal = QueryBindingError(
    "SQLite has no decimal numbers: as a text they would be in the wrong order, and as a number not exact. Declare the column "
      + "@Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self), which is an integer, or use Double"
  )
  static let noNumber = QueryBindingError(
    "A Decimal is not a number (NaN), which is no value of a column: use an optional for what is missing."
  )
}
