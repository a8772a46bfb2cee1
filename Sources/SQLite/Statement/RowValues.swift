public import CSQLite
public import DatabaseTypes

/// The values of the row on which a statement stands, found without asking SQLite for each of them.
///
/// Asking for a column takes longer than reading it. SQLite keeps the values of a row side by side, so that the
/// place of the first tells those of the others. It does not promise that: ``ValuePlaces`` asked for every column
/// once and saw that it is so, or else each column is asked for each time.
///
/// They are valid until the statement's next step.
@safe @frozen
public struct RowValues: ~Copyable {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let places: ValuePlaces

  @inlinable
  init(_ statement: OpaquePointer, _ places: ValuePlaces) {
    unsafe self.statement = statement
    self.places = places
  }

  /// The number of columns.
  @inlinable public var count: Int { places.count }

  /// The value of a column as a type.
  ///
  /// - Throws: ``ConversionFailure`` for a value of another type, and where there is no such column.
  @inlinable
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    guard UInt(bitPattern: index) < UInt(bitPattern: places.count) else {
      throw .mismatch(type, found: .null)
    }
    return try Value(column: 0, of: sqliteValue(at: index))
  }

  /// A copy of the value of a column.
  ///
  /// - Throws: ``ConversionFailure`` where text is not valid UTF-8.
  @inlinable
  public borrowing func value(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try sqliteValue(at: index).value(at: 0)
  }

  /// Whether a column has a value, which is not copied to be compared.
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
    guard places.areSideBySide, UInt(bitPattern: index) < UInt(bitPattern: places.count),
      let pointer = unsafe OpaquePointer(bitPattern: places.first &+ index &* places.distance)
    else { return unsafe SQLiteValue(statement, column: index) }
    return unsafe SQLiteValue(pointer)
  }
}

/// Where SQLite keeps the values of a statement's rows.
///
/// - Invariant: Where `areSideBySide`, the value of column `i` was seen at `first + i * distance` for each column.
@frozen
public struct ValuePlaces: Sendable {
  /// The address of the first column's value; 0 where no row was seen.
  @usableFromInline var first = 0
  @usableFromInline var distance = 0
  @usableFromInline var count = 0
  @usableFromInline var areSideBySide = false

  /// Makes places of which nothing is known.
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
  /// The values of the row on which the statement stands.
  ///
  /// - Parameter places: What earlier rows of this statement taught.
  @inlinable
  public borrowing func values(_ places: inout ValuePlaces) -> RowValues {
    let first = unsafe Int(bitPattern: sqlite3_column_value(pointer, 0))
    // The row is somewhere else when SQLite has compiled the statement again, and in parts of a UNION ALL.
    if first != places.first || columnCount != places.count {
      unsafe places.learn(pointer, count: columnCount)
    }
    return unsafe RowValues(pointer, places)
  }
}
