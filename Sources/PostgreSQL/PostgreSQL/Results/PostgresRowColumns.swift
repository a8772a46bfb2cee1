public import CPostgreSQL
public import DatabaseTypes
public import Foundation

/// A reader of the columns of a row, in order, as Swift types.
///
/// The same type may be stored differently in different databases: a date may be a timestamp, a
/// text, or a number. So each method accepts whatever type the column has.
///
/// It is valid as long as the row.
@safe @frozen
public struct PostgresRowColumns {
  @usableFromInline let result: OpaquePointer
  @usableFromInline let row: Int32
  @usableFromInline let kinds: UnsafePointer<PostgresType.Kind>
  /// The owner of the row keeps its columns alive.
  @usableFromInline unowned(unsafe) let columns: PostgresColumns
  @usableFromInline let areBinary: Bool
  /// The number of columns.
  public let count: Int
  /// The index of the next column.
  public private(set) var index = 0

  /// Creates a reader that starts at the first column of a row.
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

  /// The whole row, for other ways to read it.
  @usableFromInline var wholeRow: PostgresRow {
    unsafe PostgresRow(result, index: row, columns: columns)
  }

  /// Advances to the next column, and returns the index of the current one.
  ///
  /// - Throws: `ConversionFailure` after the last column.
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
  /// Reads the next column as an integer; `nil` for NULL.
  ///
  /// A timestamp becomes seconds since 1970. A decimal number must not have a fraction.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable @inline(__always)
  public mutating func nextInteger() throws(ConversionFailure) -> Int64? {
    let column = try take(Int64.self)
    // The fast path for nearly all values: it fetches the addresses once, and branches only on the
    // kind.
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
      try Self.seconds(value.secondsSince1970, of: value.date)
    case .date(let value): try Self.seconds(value.secondsSince1970, of: value.date)
    case .numeric(let value): try Self.integer(value)
    default: try Int64(column: column, of: wholeRow)
    }
  }

  private static func seconds(_ seconds: Int64, of date: Date) throws(ConversionFailure) -> Int64 {
    try check(date, as: Int64.self, becoming: Date(timeIntervalSince1970: Double(seconds)))
    return seconds
  }

  private static func julianDay(of date: Date) throws(ConversionFailure) -> Double {
    let day = date.timeIntervalSince1970 / 86_400 + 2_440_587.5
    let milliseconds = ((day - 2_440_587.5) * 86_400_000).rounded()
    try check(date, as: Double.self, becoming: Date(millisecondsSince1970: milliseconds))
    return day
  }

  /// Checks that a date is not read as the number of an infinity, unless it is one.
  ///
  /// A number is too coarse to tell the first moment of the year 4001 from the infinity that is
  /// read as that date, so it would become the infinity when it is written back.
  private static func check<Number>(_ date: Date, as type: Number.Type, becoming written: Date)
    throws(ConversionFailure)
  {
    guard written == .distantFuture || written == .distantPast, written != date else { return }
    throw .unrepresentable(
      type,
      found: nil,
      reason: "as a number, this moment stands for an infinity: declare the property as Date"
    )
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

  /// Reads the next column as a floating-point number; `nil` for NULL.
  ///
  /// A date or timestamp becomes its Julian day.
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
    case .timestamptz(let value), .timestamp(let value): try Self.julianDay(of: value.date)
    case .date(let value): try Self.julianDay(of: value.date)
    case .numeric(let value): Double(value.description)
    default: try Double(column: column, of: wholeRow)
    }
  }

  /// Reads the next column as text; `nil` for NULL.
  ///
  /// UUIDs, dates, decimal numbers and JSON documents are converted to text.
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
    case .timestamptz(let value), .timestamp(let value): value.dateText
    case .date(let value): value.dateText
    default: try String(column: column, of: wholeRow)
    }
  }

  /// Reads the next column as a Boolean; any number except zero is true; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable
  public mutating func nextTruth() throws(ConversionFailure) -> Bool? {
    let column = try take(Bool.self)
    return wholeRow.isNull(at: column) ? nil : try Bool(column: column, of: wholeRow)
  }

  /// Reads the next column as a date; `nil` for NULL.
  ///
  /// The column may contain a timestamp, a date, a text, or seconds since 1970.
  ///
  /// - Throws: `ConversionFailure`.
  public mutating func nextDate() throws(ConversionFailure) -> Date? {
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

  /// Reads a UUID from the next column: a `uuid`, its text, or 16 bytes; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable
  public mutating func nextUUID() throws(ConversionFailure) -> UUID? {
    let column = try take(UUID.self)
    return wholeRow.isNull(at: column) ? nil : try UUID(column: column, of: wholeRow)
  }

  /// Reads the next column as a decimal number, with all its digits; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`, also if `Decimal` cannot represent the value: NaN, infinities,
  ///   more than 38 digits.
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

  /// Reads the integer in the next column, which must be an integer column; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  public mutating func nextScaledInteger() throws(ConversionFailure) -> Int64? {
    let column = try take(Decimal.self)
    switch try value(at: column, Decimal.self) {
    case .null: return nil
    case .integer(let value): return value
    default:
      throw .unrepresentable(
        Decimal.self,
        found: .text,
        reason:
          "the column is not a scaled integer: declare a numeric column as Decimal"
      )
    }
  }

  /// Reads the next column as a one-dimensional array; `nil` for NULL.
  ///
  /// - Returns: Its elements, or the column's value if it is not an array.
  /// - Throws: `ConversionFailure` if the array has several dimensions.
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

  /// Decodes the next column as a type; `nil` for NULL.
  ///
  /// - Throws: `ConversionFailure`.
  @inlinable
  public mutating func next<Value: DatabaseValueConvertible>(
    as type: Value.Type
  ) throws(ConversionFailure) -> Value? {
    let column = try take(type)
    return wholeRow.isNull(at: column) ? nil : try Value(column: column, of: wholeRow)
  }

  /// Skips the next columns if all of them are NULL, and returns whether they are.
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
        reason: "its bytes are not a value of the column's type"
      )
    }
  }
}

extension PostgresNumeric {
  /// The reason why the number cannot be represented as a `Decimal`.
  fileprivate var reasonForNoDecimal: String {
    switch sign {
    case .notANumber: "it is NaN, which is not a number"
    case .infinity, .negativeInfinity: "it is infinite, which Decimal cannot represent"
    case .positive, .negative: "it has more digits than Decimal, which has 38"
    }
  }
}
