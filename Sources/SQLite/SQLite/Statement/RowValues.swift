public import CSQLite
public import DatabaseTypes

/// The values of a statement's current row, found without asking SQLite for each of them.
///
/// Asking for a column takes longer than reading it. SQLite stores the values of a row side by
/// side, so the address of the first value determines those of the others. It does not guarantee
/// this: ``ValueAddresses`` asks for every column once to verify it. If it is not the case, each
/// column is asked for every time.
///
/// The values are valid until the statement's next step.
@safe @frozen
public struct RowValues: ~Copyable {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let addresses: ValueAddresses

  @inlinable
  init(_ statement: OpaquePointer, _ addresses: ValueAddresses) {
    unsafe self.statement = statement
    self.addresses = addresses
  }

  /// The number of columns.
  @inlinable public var count: Int { addresses.count }

  /// Decodes a column.
  ///
  /// - Throws: ``ConversionFailure`` for a value of another type, or if there is no such column.
  @inlinable
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    guard UInt(bitPattern: index) < UInt(bitPattern: addresses.count) else {
      throw .mismatch(type, found: .null)
    }
    return try Value(column: 0, of: sqliteValue(at: index))
  }

  /// Returns a copy of the value of a column.
  ///
  /// - Throws: ``ConversionFailure`` if text is not valid UTF-8.
  @inlinable
  public borrowing func value(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try sqliteValue(at: index).value(at: 0)
  }

  /// Returns whether a column has a value, without copying the column.
  public borrowing func isSame(_ value: DatabaseValue, at index: Int) -> Bool {
    let own = sqliteValue(at: index)
    return switch (value, own.storageClass) {
    case (.null, .null): true
    case (.integer(let value), .integer): own.integer == value
    case (.real(let value), .real): own.real == value
    case (.text(let value), .text): own.isSame(value)
    case (.blob(let value), .blob): unsafe own.withBytes { unsafe $0.elementsEqual(value) }
    default: false
    }
  }

  @inlinable
  borrowing func sqliteValue(at index: Int) -> SQLiteValue {
    guard addresses.areSideBySide, UInt(bitPattern: index) < UInt(bitPattern: addresses.count),
      let pointer = unsafe OpaquePointer(bitPattern: addresses.first &+ index &* addresses.distance)
    else { return unsafe SQLiteValue(statement, column: index) }
    return unsafe SQLiteValue(pointer)
  }
}

/// The addresses at which SQLite stores the values of a statement's rows.
///
/// - Invariant: If `areSideBySide`, the value of each column `i` was seen at
///   `first + i * distance`.
@frozen
public struct ValueAddresses: Sendable {
  /// The address of the first column's value; 0 if no row was seen.
  @usableFromInline var first = 0
  @usableFromInline var distance = 0
  @usableFromInline var count = 0
  @usableFromInline var areSideBySide = false

  /// Creates unknown addresses.
  @inlinable public init() {}

  @usableFromInline @inline(never)
  mutating func learn(_ statement: OpaquePointer, count: Int) {
    first = unsafe Self.address(statement, column: 0)
    distance = count > 1 ? unsafe Self.address(statement, column: 1) &- first : 0
    self.count = count
    areSideBySide = (0..<count).allSatisfy { column in
      unsafe Self.address(statement, column: column) == first &+ column &* distance
    }
  }

  private static func address(_ statement: OpaquePointer, column: Int) -> Int {
    unsafe Int(bitPattern: sqlite3_column_value(statement, Int32(truncatingIfNeeded: column)))
  }
}

extension Statement {
  /// Returns the values of the statement's current row.
  ///
  /// - Parameter addresses: The addresses of values, learned from earlier rows of this statement.
  @inlinable
  public borrowing func values(_ addresses: inout ValueAddresses) -> RowValues {
    let first = unsafe Int(bitPattern: sqlite3_column_value(pointer, 0))
    // The row is stored elsewhere after SQLite recompiled the statement, and in each part of a
    // UNION ALL.
    if first != addresses.first || columnCount != addresses.count {
      unsafe addresses.learn(pointer, count: columnCount)
    }
    return unsafe RowValues(pointer, addresses)
  }
}
