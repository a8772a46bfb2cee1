/// A buffer of rows in the binary format of `COPY`, before they are sent.
///
/// https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.4
package struct PostgresCopyRows {
  /// The number of bytes that are sent at once.
  private static let chunk = 65_536
  /// The start of the format: a signature, no flags, and no extension.
  private static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [0, 0, 0, 0, 0, 0, 0, 0]

  private let target: PostgresCopyTarget
  /// The columns' types, separate from the target so that reading them needs no reference counting.
  private let types: [PostgresType]
  private var writer = ByteWriter()
  /// The offset of the row that was begun last.
  private var start = 0

  package init(_ target: PostgresCopyTarget) {
    (self.target, types) = (target, target.types)
    writer.bytes.reserveCapacity(Self.chunk + 4_096)
  }

  init(beginningOf target: PostgresCopyTarget) {
    (self.target, types) = (target, target.types)
    writer.bytes = Self.header
  }

  init(endOf target: PostgresCopyTarget) {
    (self.target, types) = (target, target.types)
    writer.append(Int16(-1))
  }

  /// Whether the buffer holds enough to be sent.
  package var isFull: Bool { writer.bytes.count >= Self.chunk }

  /// Whether the buffer is empty.
  package var isEmpty: Bool { writer.bytes.isEmpty }

  /// Begins a row; its values come next, one for each column.
  package mutating func beginRow() {
    start = writer.bytes.count
    writer.append(Int16(truncatingIfNeeded: types.count))
  }

  /// Removes the row that was begun last.
  package mutating func dropRow() { writer.bytes.removeSubrange(start...) }

  mutating func removeAll() { writer.bytes.removeAll(keepingCapacity: true) }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe writer.bytes.withUnsafeBytes(body)
  }
}

// MARK: - Values

extension PostgresCopyRows {
  /// Appends NULL.
  package mutating func appendNull() { writer.append(Int32(-1)) }

  /// Appends an integer to a `bigint` column.
  ///
  /// - Returns: Whether the column has that type; if not, nothing is written.
  package mutating func append(_ value: Int64, at column: Int) -> Bool {
    guard types[column].kind == .int8 else { return false }
    writer.append(Int32(8))
    writer.append(value)
    return true
  }

  /// Appends a floating-point number to a `double precision` column.
  ///
  /// - Returns: Whether the column has that type; if not, nothing is written.
  package mutating func append(_ value: Double, at column: Int) -> Bool {
    guard types[column].kind == .float8 else { return false }
    writer.append(Int32(8))
    writer.append(value.bitPattern)
    return true
  }

  /// Appends a text to a text column.
  ///
  /// - Returns: Whether the column has that type, and the text has no NUL; if not, nothing is
  ///   written.
  package mutating func append(_ text: String, at column: Int) -> Bool {
    guard types[column].kind == .text else { return false }
    let start = writer.bytes.count
    writer.append(Int32(clamping: text.utf8.count))
    writer.append(text)
    let hasNUL = unsafe writer.bytes.withUnsafeBytes { bytes in
      unsafe bytes[(start + 4)...].contains(0)
    }
    if hasNUL { writer.bytes.removeSubrange(start...) }
    return !hasNUL
  }

  /// Appends a value.
  ///
  /// - Returns: Whether the value has a binary form as the column's type; if not, nothing is
  ///   written.
  /// - Throws: ``PostgresError`` for a value that no statement could store in the column either.
  package mutating func append(_ value: PostgresValue, at column: Int) throws(PostgresError) -> Bool
  {
    if value.isNull {
      appendNull()
      return true
    }
    let length = writer.bytes.count
    do throws(EncodingFailure) {
      try writer.withLength { writer throws(EncodingFailure) in
        guard try value.encodeBinary(as: types[column], into: &writer) else {
          throw .mismatch
        }
      }
      return true
    } catch {
      if error != .mismatch { throw error.error(value, at: column, of: target) }
      writer.bytes.removeSubrange(length...)
      return false
    }
  }
}

extension EncodingFailure {
  /// Returns the failure as an error that names the column.
  func error(_ value: PostgresValue, at column: Int, of target: PostgresCopyTarget) -> PostgresError
  {
    error(
      value,
      as: target.types[column],
      place: "Column \"\(target.columns[column])\"",
      sql: target.sql
    )
  }
}
