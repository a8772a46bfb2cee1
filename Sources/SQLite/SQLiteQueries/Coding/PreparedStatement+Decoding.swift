import SQLite
public import SQLiteDatabase
public import TypedSQL

extension PreparedStatement {
  /// Returns the results of a closure for each row.
  ///
  /// - Parameters:
  ///   - check: Compares the columns of the result with the type that rows are decoded as.
  ///   - decode: Decodes a row.
  @inlinable
  func decodeAll<Output>(
    check: (PreparedStatement) throws -> Void,
    decode: (inout SQLiteQueryDecoder) throws -> Output
  ) throws -> [Output] {
    try check(self)
    try start()
    var all: [Output] = []
    do {
      guard try step() else { return all }
      // SQLite may have recompiled the statement.
      try check(self)
      repeat { all.append(try decodeRow(decode)) } while try step()
    } catch {
      // After an SQLite error the run has already ended.
      try? finish()
      throw error
    }
    return all
  }

  /// Returns the result of a closure for the first row, and discards the other rows.
  @inlinable
  func decodeFirst<Output>(
    check: (PreparedStatement) throws -> Void,
    decode: (inout SQLiteQueryDecoder) throws -> Output
  ) throws -> Output? {
    try check(self)
    try start()
    do {
      guard try step() else { return nil }
      try check(self)
      let first = try decodeRow(decode)
      // A statement with RETURNING must be stepped to its end.
      if isReadOnly { try finish() } else { while try step() {} }
      return first
    } catch {
      try? finish()
      throw error
    }
  }

  /// Returns all rows, decoded.
  ///
  /// - Parameters:
  ///   - shape: The shape that rows are decoded as.
  ///   - isText: Whether to compare the names of the columns too.
  @inlinable
  func decodeAll<Shape: RowShape>(_ shape: Shape.Type, isText: Bool = false) throws -> [Shape.Row] {
    try decodeAll(
      check: { try $0.check(shape, isText: isText) },
      decode: { try Shape.decode(&$0) }
    )
  }

  /// Returns all rows, decoded without their last columns.
  @inlinable
  func decodeAll<Shape: RowShape>(_ shape: Shape.Type, hiding count: Int) throws -> [Shape.Row] {
    hideLastColumns(count)
    defer { hideLastColumns(0) }
    return try decodeAll(shape)
  }

  @usableFromInline
  func hideLastColumns(_ count: Int) {
    if count != hiddenColumnCount { hiddenColumnCount = count }
  }

  /// Returns the first row, decoded, and discards the other rows.
  @inlinable
  func decodeFirst<Shape: RowShape>(
    _ shape: Shape.Type,
    isText: Bool = false
  ) throws -> Shape.Row? {
    try decodeFirst(
      check: { try $0.check(shape, isText: isText) },
      decode: { try Shape.decode(&$0) }
    )
  }

  @inlinable @inline(__always)
  func decodeRow<Output>(_ decode: (inout SQLiteQueryDecoder) throws -> Output) throws -> Output {
    var decoder = SQLiteQueryDecoder(self)
    do { return try decode(&decoder) } catch { throw decodingError(error, decoder) }
  }

  /// Decodes the current row, whose hidden columns cannot be read.
  func decodeShownColumns<Output>(_ decode: (inout SQLiteQueryDecoder) throws -> Output) throws
    -> Output
  {
    var decoder = SQLiteQueryDecoder(self)
    decoder.columns.hideLast(hiddenColumnCount)
    do { return try decode(&decoder) } catch { throw decodingError(error, decoder) }
  }

  /// Compares the columns of the result with a row shape, once per compilation.
  @inlinable @inline(__always)
  func check<Shape: RowShape>(_ shape: Shape.Type, isText: Bool) throws {
    let type = Shape._identity
    guard type != checkedType || checkedRecompilation != recompilations else { return }
    try compareColumns(with: Shape._values, andNames: isText)
    checkedType = type
    checkedRecompilation = recompilations
  }

  @usableFromInline
  func compareColumns(with types: [any QueryRepresentable.Type], andNames: Bool) throws {
    if let problem = mismatch(ofColumns: columnNames, for: types, comparesNames: andNames) {
      throw DatabaseError(code: .columns, message: problem, sql: sql)
    }
  }
}
