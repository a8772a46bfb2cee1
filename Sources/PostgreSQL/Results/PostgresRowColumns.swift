public import CPostgreSQL
public import DatabaseTypes
public import Foundation

/// The columns of a row, read one after the other as Swift types.
///
/// What a type is stored as may differ from database to database: a date may be a moment of the server's, a text, or a
/// number; so each way to read a column takes what the column has.
///
/// It is valid as long as the row.
@safe @frozen
public struct PostgresRowColumns {
  @usableFromInline let result: OpaquePointer
  @usableFromInline let row: Int32
  @usableFromInline let kinds: UnsafePointer<PostgresType.Kind>
  /// Whoever reads the row has its columns.
  @usableFromInline unowned(unsafe) let columns: PostgresColumns
  @usableFromInline let areBinary: Bool
  /// The number of columns.
  public let count: Int
  /// The index of the column that is read next.
  public private(set) var index = 0

  /// Reads a row from its first column on.
  @inlinable @inline(__always)
  public init(_ row: borrowing PostgresRow) {
    unsafe result = row.result
    self.row = row.row
    let columns = row.columns
    unsafe kinds = columns.kinds
    areBinary = columns.areBinary
    count = columns.count
    unsafe self.columns = columns
  }

  /// The row, as other ways to read it want it.
  @usableFromInline var wholeRow: PostgresRow {
    unsafe PostgresRow(result, index: row, columns: columns)
  }

  /// Takes the next column.
  ///
  /// - Throws: `ConversionFailure` where there is none.
  @inlinable @inline(__always)
  mutating func take<Expected>(_ type: Expected.Type) throws(ConversionFailure) -> Int {
    let column = index
    skip(1)
    guard column < count else { throw .mismatch(type, found: .null) }
    return column
  }

  @usableFromInline @inline(__always)
  mutating func skip(_ columns: Int) { index &+= columns }
}

extension PostgresRowColumns {
  /// The integer of the next column; `nil` for NULL.
  ///
  /// A moment is told in seconds since 1970, and a decimal number where it has no fraction.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable @inline(__always)
  public mutating func nextInteger() throws(ConversionFailure) -> Int64? {
    let column = try take(Int64.self)
    // The addresses are asked for once, and nothing but the kind decides on the way that nearly all values take.
    if areBinary,
      let start = unsafe livesql_PQgetvalue(result, row, Int32(truncatingIfNeeded: column))
    {
      let bytes = UnsafeRawPointer(start)
      let length = unsafe livesql_PQgetlength(result, row, Int32(truncatingIfNeeded: column))
      switch (unsafe kinds[column], length) {
      case (.int8, 8): return Int64(bigEndian: unsafe bytes.loadUnaligned(as: Int64.self))
      case (.int4, 4):
        return Int64(Int32(bigEndian: unsafe bytes.loadUnaligned(as: Int32.self)))
      default: break
      }
    }
    return try otherInteger(at: column)
  }

  @usableFromInline @inline(never)
  func otherInteger(at column: Int) throws(ConversionFailure) -> Int64? {
    switch try value(at: column, Int64.self) {
    case .null: nil
    case .timestamptz(let value), .timestamp(let value):
      Int64(value.date.timeIntervalSince1970.rounded(.down))
    case .date(let value): (Int64(value.days) + PostgresDate.daysFrom1970) * 86_400
    case .numeric(let value): try Self.integer(value)
    default: try Int64(column: column, of: wholeRow)
    }
  }

  private static func integer(_ value: PostgresNumeric) throws(ConversionFailure) -> Int64 {
    let parts = value.description.split(separator: ".", maxSplits: 1)
    guard let digits = parts.first, parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } }),
      let integer = Int64(digits)
    else {
      let reason = "the decimal number has a fraction, or is too large"
      throw .unrepresentable(Int64.self, found: nil, reason: reason)
    }
    return integer
  }

  /// The floating-point number of the next column; `nil` for NULL.
  ///
  /// A moment is told as its Julian day.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable @inline(__always)
  public mutating func nextReal() throws(ConversionFailure) -> Double? {
    let column = try take(Double.self)
    if areBinary, unsafe kinds[column] == .float8,
      unsafe livesql_PQgetlength(result, row, Int32(truncatingIfNeeded: column)) == 8,
      let start = unsafe livesql_PQgetvalue(result, row, Int32(truncatingIfNeeded: column))
    {
      let bits = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
      return Double(bitPattern: UInt64(bigEndian: bits))
    }
    return try otherReal(at: column)
  }

  @usableFromInline @inline(never)
  func otherReal(at column: Int) throws(ConversionFailure) -> Double? {
    switch try value(at: column, Double.self) {
    case .null: nil
    case .timestamptz(let value), .timestamp(let value):
      value.date.timeIntervalSince1970 / 86_400 + 2_440_587.5
    case .date(let value): Double(Int64(value.days) + PostgresDate.daysFrom1970) + 2_440_587.5
    case .numeric(let value): Double(value.description)
    default: try Double(column: column, of: wholeRow)
    }
  }

  /// The text of the next column; `nil` for NULL.
  ///
  /// An identifier, a date, a decimal number and a document of JSON are told as text.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable @inline(__always)
  public mutating func nextText() throws(ConversionFailure) -> String? {
    let column = try take(String.self)
    if unsafe kinds[column] == .text {
      let index = Int32(truncatingIfNeeded: column)
      guard unsafe livesql_PQgetisnull(result, row, index) == 0,
        let start = unsafe livesql_PQgetvalue(result, row, index)
      else { return nil }
      let count = Int(unsafe livesql_PQgetlength(result, row, index))
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
      if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
    }
    return try otherText(at: column)
  }

  @usableFromInline @inline(never)
  func otherText(at column: Int) throws(ConversionFailure) -> String? {
    switch try value(at: column, String.self) {
    case .null: nil
    case .uuid(let value): UUIDText.text(for: value)
    case .timestamptz(let value) where value.isFinite, .timestamp(let value) where value.isFinite:
      DateText.text(for: value.date) ?? value.description
    default: try String(column: column, of: wholeRow)
    }
  }

  /// The truth value of the next column: a boolean, or a number that is not zero; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable
  public mutating func nextTruth() throws(ConversionFailure) -> Bool? {
    let column = try take(Bool.self)
    return wholeRow.isNull(at: column) ? nil : try Bool(column: column, of: wholeRow)
  }

  /// The moment of the next column: a moment, a day, a text, or seconds since 1970; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  public mutating func nextMoment() throws(ConversionFailure) -> Date? {
    let column = try take(Date.self)
    switch try value(at: column, Date.self) {
    case .null: return nil
    case .timestamptz(let value), .timestamp(let value): return value.date
    case .date(let value): return value.date
    case .numeric(let value):
      return Double(value.description).map { Date(timeIntervalSince1970: $0) }
    default: return try Date(column: column, of: wholeRow)
    }
  }

  /// The identifier of the next column: one, its text, or 16 bytes; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable
  public mutating func nextIdentifier() throws(ConversionFailure) -> UUID? {
    let column = try take(UUID.self)
    return wholeRow.isNull(at: column) ? nil : try UUID(column: column, of: wholeRow)
  }

  /// The decimal number of the next column, with all its digits; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure` also for what `Decimal` does not hold: NaN, infinities, more than 38 digits.
  public mutating func nextDecimal() throws(ConversionFailure) -> Decimal? {
    let column = try take(Decimal.self)
    switch try value(at: column, Decimal.self) {
    case .null: return nil
    case .numeric(let value):
      if let decimal = value.decimal { return decimal }
      throw .unrepresentable(Decimal.self, found: .text, reason: value.reasonForNoDecimal)
    default: return try Decimal(column: column, of: wholeRow)
    }
  }

  /// The integer of the next column, where it is a column of integers; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  public mutating func nextUnits() throws(ConversionFailure) -> Int64? {
    let column = try take(Decimal.self)
    switch try value(at: column, Decimal.self) {
    case .null: return nil
    case .integer(let value): return value
    default:
      throw .unrepresentable(
        Decimal.self,
        found: .text,
        reason:
          "the column is no integer that counts parts: for a numeric column declare Decimal alone"
      )
    }
  }

  /// The array of the next column, of one dimension; `nil` for NULL.
  ///
  /// - Returns: Its elements, or what the column has where it is no array.
  /// - Throws: `ConversionFailure` for an array of several dimensions.
  public mutating func nextArray() throws(ConversionFailure) -> PostgresArrayColumn? {
    let column = try take([PostgresValue].self)
    switch try value(at: column, [PostgresValue].self) {
    case .null: return nil
    case .array(let array):
      if array.dimensions.count <= 1 { return .elements(array.elements) }
      throw .unrepresentable(
        [PostgresValue].self,
        found: .text,
        reason: "it has \(array.dimensions.count) dimensions"
      )
    case let other: return .other(other)
    }
  }

  /// The value of the next column as a type; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable
  public mutating func next<Value: DatabaseValueConvertible>(
    as type: Value.Type
  ) throws(ConversionFailure) -> Value? {
    let column = try take(type)
    return wholeRow.isNull(at: column) ? nil : try Value(column: column, of: wholeRow)
  }

  /// Takes the next columns if all of them are NULL.
  @inlinable
  public mutating func skipNull(_ columns: Int) -> Bool {
    guard columns <= count &- index else { return false }
    let row = wholeRow
    for column in index..<(index &+ columns) where !row.isNull(at: column) { return false }
    skip(columns)
    return true
  }

  private func value<Expected>(at column: Int, _ type: Expected.Type) throws(ConversionFailure)
    -> PostgresValue
  {
    do throws(PostgresError) { return try wholeRow.value(at: column) } catch {
      throw .unrepresentable(
        type,
        found: nil,
        reason: "its bytes are no value of the column's type"
      )
    }
  }
}

extension PostgresNumeric {
  /// Why it is no `Decimal`.
  fileprivate var reasonForNoDecimal: String {
    switch sign {
    case .notANumber: "it is NaN, which is no number"
    case .infinity, .negativeInfinity: "it is an infinity, which Decimal does not have"
    case .positive, .negative: "it has more digits than Decimal, which has 38"
    }
  }
}

extension PostgresDate {
  /// Days from the first of 1970 to the first of 2000.
  fileprivate static let daysFrom1970: Int64 = 10_957
}
