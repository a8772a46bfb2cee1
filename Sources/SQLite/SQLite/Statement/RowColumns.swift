public import CSQLite
public import DatabaseTypes

/// A reader that decodes the columns of a statement's current row one after the other.
///
/// Like ``RowValues``, it finds values without asking SQLite for each of them. It is valid until
/// the statement's next step.
@safe @frozen
public struct RowColumns {
  @usableFromInline let statement: OpaquePointer
  /// The address of the first value; 0 if the values are not side by side.
  @usableFromInline let first: Int
  @usableFromInline let distance: Int
  /// The number of columns.
  @inlinable public var count: Int { shownCount }
  @usableFromInline var shownCount: Int
  /// The index of the column that is read next.
  @inlinable public var index: Int { next }
  @usableFromInline var next: Int

  @inlinable
  init(_ statement: OpaquePointer, _ addresses: ValueAddresses) {
    unsafe self.statement = statement
    first = addresses.areSideBySide ? addresses.first : 0
    distance = addresses.distance
    shownCount = addresses.count
    next = 0
  }

  /// Treats a number of last columns as missing.
  public mutating func hideLast(_ columns: Int) { shownCount = max(0, count - columns) }

  /// Returns the value of the next column.
  @inlinable @inline(__always)
  mutating func next<Expected>(_ type: Expected.Type) throws(ConversionFailure) -> SQLiteValue {
    guard next < count else { throw missing(type) }
    defer { next &+= 1 }
    return value(at: next)
  }

  @inlinable @inline(__always)
  func value(at index: Int) -> SQLiteValue {
    guard first != 0, let pointer = unsafe OpaquePointer(bitPattern: first &+ index &* distance)
    else { return unsafe SQLiteValue(statement, column: index) }
    return unsafe SQLiteValue(pointer)
  }

  @usableFromInline @inline(never)
  mutating func missing<Expected>(_ type: Expected.Type) -> ConversionFailure {
    // A failure is reported for the column before the next one.
    next &+= 1
    return .mismatch(type, found: .null)
  }
}

extension RowColumns {
  /// Decodes the next column as an integer; returns `nil` for NULL.
  @inlinable @inline(__always)
  public mutating func nextInteger() throws(ConversionFailure) -> Int64? {
    let value = try next(Int64.self)
    // Nearly all values are integers, so the fast path checks for nothing else.
    if value.storageClass == .integer { return value.integer }
    return try RowColumns.other(Int64.self, value)
  }

  /// Decodes the next column as a floating-point number; returns `nil` for NULL.
  @inlinable @inline(__always)
  public mutating func nextReal() throws(ConversionFailure) -> Double? {
    let value = try next(Double.self)
    if value.storageClass == .real { return value.real }
    return try RowColumns.other(Double.self, value)
  }

  /// Decodes the next column as text; returns `nil` for NULL.
  @inlinable @inline(__always)
  public mutating func nextText() throws(ConversionFailure) -> String? {
    let value = try next(String.self)
    guard value.storageClass == .text, let text = value.text else {
      return try RowColumns.other(String.self, value)
    }
    return text
  }

  /// Decodes the next column; returns `nil` for NULL.
  @inlinable
  public mutating func next<Value: DatabaseValueConvertible>(
    as type: Value.Type
  ) throws(ConversionFailure) -> Value? {
    try RowColumns.other(type, next(type))
  }

  /// Calls a closure with the bytes of the next column if it stores text.
  ///
  /// If it does not, or if the closure returns `nil`, the column remains the next one.
  @inlinable
  public mutating func nextText<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    guard next < count else { return nil }
    let value = value(at: next)
    guard value.storageClass == .text else { return nil }
    let result = unsafe value.withBytes(body)
    if result != nil { next &+= 1 }
    return result
  }

  /// Skips a number of columns if all of them are NULL; returns whether it did.
  @inlinable
  public mutating func skipNull(_ columns: Int) -> Bool {
    guard columns <= count &- next else { return false }
    for offset in 0..<columns where value(at: next &+ offset).storageClass != .null {
      return false
    }
    next &+= columns
    return true
  }

  @inlinable @inline(never)
  static func other<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    _ value: SQLiteValue
  ) throws(ConversionFailure) -> Value? {
    if value.storageClass == .null { return nil }
    return try Value(column: 0, of: value)
  }
}

extension RowColumns {
  /// Decodes any column; returns `nil` for NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value? {
    let value = value(at: index)
    if value.storageClass == .null { return nil }
    return try Value(column: 0, of: value)
  }

  /// Decodes any column.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  public func decodePresent<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    try Value(column: 0, of: value(at: index))
  }

  /// Returns a copy of the value of any column.
  ///
  /// - Precondition: The index is that of a column.
  public func databaseValue(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try value(at: index).value(at: 0)
  }

  /// Returns whether any column is NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  public func isNull(at index: Int) -> Bool { value(at: index).storageClass == .null }
}

extension Statement {
  /// Returns a reader for the columns of the statement's current row.
  ///
  /// - Parameter addresses: The addresses of values, learned from earlier rows of this statement.
  @inlinable @inline(__always)
  public borrowing func columns(_ addresses: inout ValueAddresses) -> RowColumns {
    let first = unsafe Int(bitPattern: sqlite3_column_value(pointer, 0))
    // The row is stored elsewhere after SQLite recompiled the statement, and in each part of a
    // UNION ALL.
    if first != addresses.first || columnCount != addresses.count {
      unsafe addresses.learn(pointer, count: columnCount)
    }
    return unsafe RowColumns(pointer, addresses)
  }
}
