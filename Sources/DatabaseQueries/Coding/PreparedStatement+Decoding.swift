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

  /// What a closure makes of each row.
  ///
  /// - Parameters:
  ///   - values: What a row is decoded as.
  ///   - isText: Whether the names of the columns are compared too.
  ///   - decode: Decodes a row.
  @inlinable
  func decodeAll<each Value: QueryRepresentable, Output>(
    as values: repeat (each Value).Type,
    isText: Bool = false,
    decode: (inout SQLiteQueryDecoder) throws -> Output
  ) throws -> [Output] {
    try decodeAll(
      check: { try $0.check(repeat (each Value).self, isText: isText) },
      decode: decode
    )
  }

  /// What a closure makes of the first row; what is left is discarded.
  @inlinable
  func decodeFirst<each Value: QueryRepresentable, Output>(
    as values: repeat (each Value).Type,
    isText: Bool = false,
    decode: (inout SQLiteQueryDecoder) throws -> Output
  ) throws -> Output? {
    try decodeFirst(
      check: { try $0.check(repeat (each Value).self, isText: isText) },
      decode: decode
    )
  }

  @inlinable @inline(__always)
  func decodeRow<Output>(_ decode: (inout SQLiteQueryDecoder) throws -> Output) throws -> Output {
    var decoder = SQLiteQueryDecoder(self)
    do { return try decode(&decoder) } catch { throw decodingError(error, decoder) }
  }

  /// Compares the columns of the result with what a row is decoded as, once.
  @inlinable @inline(__always)
  func check<each Value: QueryRepresentable>(
    _ values: repeat (each Value).Type,
    isText: Bool
  ) throws {
    let type = ObjectIdentifier((repeat each Value).self)
    guard type != checkedType || checkedRecompilation != recompilations else { return }
    var expected: [ExpectedColumns] = []
    for value in repeat (each Value).self { expected.append(ExpectedColumns(value)) }
    try verify(expected, comparesNames: isText)
    checkedType = type
    checkedRecompilation = recompilations
  }
}
