internal import DatabaseTypes
public import Foundation

/// How many digits after the point a ``Foundation/Decimal/FixedPoint`` keeps.
///
/// ```swift
/// enum Satoshi: DecimalScale { static let digits = 8 }
/// ```
public protocol DecimalScale: Sendable {
  /// The number of digits after the point, from 0 to 18.
  static var digits: Int { get }
}

extension Decimal {
  /// Two digits after the point: cents.
  public enum Hundredths: DecimalScale {
    /// Two.
    public static let digits = 2
  }

  /// Three digits after the point.
  public enum Thousandths: DecimalScale {
    /// Three.
    public static let digits = 3
  }

  /// Four digits after the point: rates of exchange, prices of shares.
  public enum TenThousandths: DecimalScale {
    /// Four.
    public static let digits = 4
  }

  /// Six digits after the point.
  public enum Millionths: DecimalScale {
    /// Six.
    public static let digits = 6
  }

  /// A decimal number with a fixed number of digits after the point, stored as an integer on both databases.
  ///
  /// ```swift
  /// @Table struct Item {
  ///   let id: Int
  ///   @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
  ///   var price: Decimal        // 12.50 is stored as 1250
  /// }
  /// Item.where { $0.price > 10 }.select { $0.price.sum() }
  /// ```
  ///
  /// It is how amounts of money are stored where a database has no decimal type. Since the column is an integer, it is exact
  /// whatever reads it: comparisons, `ORDER BY`, `min`, `max`, `sum`, `+`, `-`, indexes, live queries, and tools that
  /// know nothing of Swift. A sum that is too great is an error. PostgreSQL stores a `bigint` with the same numbers, so that
  /// data can be copied from the one to the other; for a column of type `numeric` use ``Foundation/Decimal`` by itself.
  ///
  /// What would give another number does not compile: `*`, `/`, `avg` and `round` of such a column, and a comparison with
  /// columns of other types or scales; `cast(as:)` is an error when the statement runs. Do it in Swift, or in SQL text that
  /// says what becomes of the scale.
  ///
  /// A value with more digits after the point, or outside of `Int64`, is an error when it is bound: nothing is rounded.
  /// Swift makes literals such as `0.07` of a `Double`, which may have more digits than are written: write
  /// `Decimal(string: "0.07")`, or `Decimal(7) / 100`.
  public struct FixedPoint<Scale: DecimalScale>: ValueRepresentation, SQLiteType, Hashable, Sendable
  {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type.
    public typealias QueryOutput = Decimal

    /// The number.
    public var queryOutput: Decimal

    /// Makes a representation of a number.
    public init(queryOutput: Decimal) { self.queryOutput = queryOutput }

    /// The integer, and what it counts.
    public var queryBinding: QueryBinding {
      guard queryOutput.isFinite else { return .invalid(.noNumber) }
      guard (0...18).contains(Scale.digits) else { return .invalid(.scale) }
      return .decimal(queryOutput, scale: UInt8(Scale.digits))
    }

    /// Decodes an integer.
    ///
    /// - Throws: `ConversionFailure` for what is no integer, and on PostgreSQL for a column of type `numeric`.
    public init(decoder: inout some QueryDecoder) throws {
      guard let units = try decoder._decodeUnits() else {
        throw QueryDecodingError.missingRequiredColumn
      }
      self.init(units: units)
    }

    /// Decodes an integer; `nil` for NULL.
    public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
      try decoder._decodeUnits().map(Self.init(units:))
    }

    /// Makes the number that so many parts are.
    private init(units: Int64) {
      let value = Decimal(
        sign: .plus,
        exponent: -Scale.digits,
        significand: Decimal(units.magnitude)
      )
      queryOutput = units < 0 ? -value : value
    }

    /// The type of SQLite: an integer.
    public static var typeAffinity: SQLiteTypeAffinity { .integer }
  }
}

extension Decimal? {
  /// A decimal number with a fixed number of digits after the point, stored as an integer, or NULL.
  public typealias FixedPoint<Scale: DecimalScale> = Decimal.FixedPoint<Scale>?
}

extension Decimal.FixedPoint: AdditiveArithmetic, _Addable {
  /// Nothing.
  public static var zero: Self { Self(queryOutput: 0) }

  /// The sum of two numbers.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(queryOutput: lhs.queryOutput + rhs.queryOutput)
  }

  /// The difference of two numbers.
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(queryOutput: lhs.queryOutput - rhs.queryOutput)
  }

  /// Whether SQL joins its values by `||`: no.
  public static var _isJoined: Bool { false }
}

extension Decimal.FixedPoint {
  /// Wraps an integer so that JSON holds the number: `json((CASE WHEN … END || (abs("price") / 100) || '.' || …)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    let digits = Scale.digits
    guard digits > 0 else { return fragment }
    let one = "1" + String(repeating: "0", count: digits)
    let zeros = String(repeating: "0", count: digits)
    // In SQLite `||` binds closer than `/`, in PostgreSQL it does not.
    let fraction: QueryFragment = "'\(raw: zeros)' || (abs(\(fragment)) % \(raw: one))"
    let text: QueryFragment = """
      (CASE WHEN \(fragment) < 0 THEN '-' ELSE '' END || (abs(\(fragment)) / \(raw: one)) || '.' || \
      \(QueryFragment.call("substr", fraction, "-\(raw: digits)")))
      """
    return text.called("json")
  }

  /// Refuses to make an integer of a number in JSON, which SQLite reads as a floating-point number.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    "\(QueryBinding.invalid(.inDocument))"
  }
}

extension QueryBindingError {
  static let unitsInCast = QueryBindingError(
    "A Decimal.FixedPoint is an integer that counts parts, so a cast would give another number: select the column, and convert in Swift"
  )
  fileprivate static let scale = QueryBindingError(
    "A DecimalScale has from 0 to 18 digits after the point, since an Int64 holds no more."
  )
  fileprivate static let inDocument = QueryBindingError(
    "SQLite reads a decimal number of JSON as a Double: read the document as its Codable type, or the member as a Double."
  )
}

// MARK: - The integer

extension Decimal {
  /// The number as an integer that counts parts of one.
  ///
  /// - Throws: ``QueryBindingError`` where it has more digits after the point, or is too large.
  package func units(scale: UInt8) throws(QueryBindingError) -> Int64 {
    // A power of ten, so that nothing is rounded.
    let one = Decimal(sign: .plus, exponent: Int(scale), significand: 1)
    guard let units = Int64((self * one).description) else {
      throw QueryBindingError(
        "A Decimal does not fit a column with \(scale) digits after the point: it has more of them, or is too large. "
          + "Round it first, or give the column another DecimalScale"
      )
    }
    return units
  }
}
