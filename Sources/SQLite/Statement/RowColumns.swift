public import CSQLite
public import DatabaseTypes

/// The columns of the row on which a statement stands, read one after the other.
///
/// As ``RowValues`` it finds values without asking SQLite for each of them. It is valid until the statement's next step.
@safe @frozen
public struct RowColumns {
  @usableFromInline let statement: OpaquePointer
  /// The address of the first value; 0 where values are not side by side.
  @usableFromInline let first: Int
  @usableFromInline let distance: Int
  /// The number of columns.
  public let count: Int
  /// The index of the column that is read next.
  @inlinable public var index: Int { next }
  @usableFromInline var next: Int

  @inlinable
  init(_ statement: OpaquePointer, _ places: ValuePlaces) {
    unsafe self.statement = statement
    first = places.areSideBySide ? places.first : 0
    distance = places.distance
    count = places.count
    next = 0
  }

  /// The value of the next column.
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
    // The place of the failure is the column before the next one.
    next &+= 1
    return .mismatch(type, found: .null)
  }
}

extension RowColumns {
  /// The integer of the next column; `nil` for NULL.
  @inlinable @inline(__always)
  public mutating func nextInteger() throws(ConversionFailure) -> Int64? {
    let value = try next(Int64.self)
    // Nothing but whether it is an integer is asked for on the way that nearly all values take.
    if value.storageClass == .integer { return value.integer }
    return try RowColumns.other(Int64.self, value)
  }

  /// The floating-point number of the next column; `nil` for NULL.
  @inlinable @inline(__always)
  public mutating func nextReal() throws(ConversionFailure) -> Double? {
    let value = try next(Double.self)
    if value.storageClass == .real { return value.real }
    return try RowColumns.other(Double.self, value)
  }

  /// The text of the next column; `nil` for NULL.
  @inlinable @inline(__always)
  public mutating func nextText() throws(ConversionFailure) -> String? {
    let value = try next(String.self)
    guard value.storageClass == .text, let text = value.text else {
      return try RowColumns.other(String.self, value)
    }
    return text
  }

  /// The value of the next column as a type; `nil` for NULL.
  @inlinable
  public mutating func next<Value: DatabaseValueConvertible>(
    as type: Value.Type
  ) throws(ConversionFailure) -> Value? {
    try RowColumns.other(type, next(type))
  }

  /// Gives the bytes of the next column to a closure where it holds text; otherwise it stays the next one.
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

  /// Takes the next columns if all of them are NULL.
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
  /// The value of a column as a type, whichever column was read before; `nil` for NULL.
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

  /// The value of a column as a type, whichever column was read before.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  public func decodePresent<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    try Value(column: 0, of: value(at: index))
  }

  /// A copy of the value of a column, whichever column was read before.
  ///
  /// - Precondition: The index is that of a column.
  public func databaseValue(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try value(at: index).value(at: 0)
  }

  /// Whether a column is NULL, whichever column was read before.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  public func isNull(at index: Int) -> Bool { value(at: index).storageClass == .null }
}

extension Statement {
  /// The columns of the row on which the statement stands.
  ///
  /// - Parameter places: What earlier rows of this statement taught.
  @inlinable @inline(__always)
  public borrowing func columns(_ places: inout ValuePlaces) -> RowColumns {
    let first = unsafe Int(bitPattern: sqlite3_column_value(pointer, 0))
    // The row is somewhere else when SQLite has compiled the statement again, and in parts of a UNION ALL.
    if first != places.first || columnCount != places.count {
      unsafe places.learn(pointer, count: columnCount)
    }
    return unsafe RowColumns(pointer, places)
  }
}
