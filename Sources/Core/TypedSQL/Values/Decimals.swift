package import DatabaseTypes
public import Foundation

/// A decimal number of up to 38 digits, like PostgreSQL's `numeric`; SQLite has no such type.
///
/// On PostgreSQL, it is exact in both directions: it is bound and read in binary as `numeric`, and
/// the server performs `+`, `sum`, `<` and `ORDER BY`. Reading a `NaN`, an infinity, or a number
/// with more digits than `Decimal` has is an error. `avg` and `total` return a `Double`.
///
/// SQLite has only floating-point numbers and integers. As text, `9` would come after `10`, and a
/// sum would be a `Double`. So a `Decimal` itself is neither bound nor read there, and the error
/// names the alternative: ``Foundation/Decimal/FixedPoint``, which both databases store, compare,
/// order and add exactly.
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
  /// - Throws: `ConversionFailure` on SQLite, and for a number that `Decimal` cannot represent.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Decimal.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next column of a row, or returns `nil` if it is NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Decimal? {
    try decoder.decode(Decimal.self)
  }
}

extension Decimal: SQLiteType {
  /// The SQLite type: a number.
  ///
  /// It is used for PostgreSQL, where the type is `numeric`; SQLite does not store a `Decimal`
  /// itself.
  public static var typeAffinity: SQLiteTypeAffinity { .numeric }
}

extension Decimal: _Addable {}

extension QueryDecoder {
  /// Decodes a decimal number, for databases that have them; SQLite does not.
  ///
  /// - Throws: `ConversionFailure`, which says what to write instead.
  public mutating func decode(_ columnType: Decimal.Type) throws -> Decimal? {
    throw ConversionFailure.noDecimal
  }

  /// Decodes an integer that counts fractions of one, such as hundredths.
  @inlinable
  public mutating func _decodeScaledInteger() throws -> Int64? { try decode(Int64.self) }
}

extension ConversionFailure {
  /// A failure for a decimal number on SQLite, which has none.
  package static var noDecimal: ConversionFailure {
    unrepresentable(Decimal.self, found: nil, reason: QueryBindingError.noDecimal.description)
  }
}

extension QueryBindingError {
  /// An error for a decimal number on SQLite, which has none.
  static let noDecimal = QueryBindingError(
    "SQLite has no decimal numbers: as text they would sort wrongly, and as numbers they would be inexact. "
      + "In a @Table, declare the column "
      + "@Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self), which is an integer; in any other record, return "
      + ".fixedPoint(digits: 2) from databaseDecimalEncodingStrategy(for:), or store an Int of hundredths. Or use Double"
  )
  static let noNumber = QueryBindingError(
    "A Decimal is NaN, which a column cannot store. Use an optional for missing values."
  )
}
