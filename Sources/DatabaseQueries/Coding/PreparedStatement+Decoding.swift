public import SQLiteDatabase
public import TypedSQL

extension PreparedStatement {
  /// What a closure makes of each row.
  ///
  /// - Parameters:
  ///   - check: Compares the columns with what a row is decoded as.
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
      // SQLite may have compiled the statement again.
      try check(self)
      repeat { all.append(try decodeRow(decode)) } while try step()
    } catch {
      // After an error of SQLite's the run has ended already.
      try? finish()
      throw error
    }
    return all
  }

  /// What a closure makes of the first row; what is left is discarded.
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
      // A statement with RETURNING has to be stepped to its end.
      if isReadOnly { try finish() } else { while try step() {} }
      return first
    } catch {
      try? finish()
      throw error
    }
  }

  /// All rows, decoded.
  ///
  /// - Parameters:
  ///   - shape: What a row is decoded as.
  ///   - isText: Whether the names of the columns are compared too.
  @inlinable
  func decodeAll<Shape: RowShape>(_ shape: Shape.Type, isText: Bool = false) throws -> [Shape.Row] {
    try decodeAll(
      check: { try $0.check(shape, isText: isText) },
      decode: { try Shape.decode(&$0) }
    )
  }

  /// The first row, decoded; what is left is discarded.
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

  /// Compares the columns of the result with what a row is decoded as, once.
  @inlinable @inline(__always)
  func check<Shape: RowShape>(_ shape: Shape.Type, isText: Bool) throws {
    let type = Shape._identity
    guard type != checkedType || checkedRecompilation != recompilations else { return }
    try verify(Shape._values.map { ExpectedColumns($0) }, comparesNames: isText)
    checkedType = type
    checkedRecompilation = recompilations
  }
}
