public import CSQLite

/// A compiled SQL statement.
///
/// A statement has exactly one owner, and is finalized when it is destroyed.
///
/// ```swift
/// let statement = try Statement("SELECT name FROM items WHERE id = ?", on: connection)
/// try statement.bind(7, at: 1)
/// while try statement.step() == .row {
///   let name = try statement.decode(String.self, at: 0)
/// }
/// ```
///
/// As in SQLite, parameters are counted from 1 and columns from 0.
///
/// https://www.sqlite.org/c3ref/stmt.html
@safe
public struct Statement: ~Copyable {
  @usableFromInline let pointer: OpaquePointer
  /// Kept so that the connection stays open until the statement is finalized.
  @usableFromInline let connection: Connection

  /// Compiles a statement.
  ///
  /// - Parameters:
  ///   - sql: One statement, optionally followed by white space and comments.
  ///   - connection: The connection on which it will run.
  ///   - isPersistent: Whether the statement will be kept and run often.
  /// - Throws: ``SQLiteError`` with the byte offset of a syntax error, or ``ResultCode/misuse`` if
  ///   there is not exactly one statement.
  public init(_ sql: String, on connection: Connection, isPersistent: Bool = false)
    throws(SQLiteError)
  {
    var offset = 0
    let first = try Self.next(in: sql, from: &offset, on: connection, isPersistent: isPersistent)
    guard let first else { throw .misuse("The SQL text contains no statement.", sql: sql) }
    guard try Self.isBlank(sql, from: offset, on: connection) else {
      throw SQLiteError(
        code: .misuse,
        message:
          "The SQL text contains several statements, but one is expected. Run them one by one, or all with execute.",
        sql: sql,
        offset: offset
      )
    }
    self = first
  }

  private init(_ pointer: OpaquePointer, on connection: Connection) {
    unsafe self.pointer = pointer
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(pointer) }
}

extension Statement {
  /// Compiles the next statement of a text that may contain several.
  ///
  /// - Parameters:
  ///   - sql: The text.
  ///   - offset: The offset in UTF-8 bytes at which to begin; on return, the start of the next
  ///     statement.
  ///   - connection: The connection on which it will run.
  ///   - isPersistent: Whether the statement will be kept and run often.
  /// - Returns: `nil` if only white space and comments are left.
  /// - Throws: ``SQLiteError`` with the byte offset of a syntax error.
  public static func next(
    in sql: String,
    from offset: inout Int,
    on connection: Connection,
    isPersistent: Bool = false
  ) throws(SQLiteError) -> Statement? {
    let handle = try unsafe connection.handle()
    offset = max(offset, 0)
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    var text = sql
    let count = text.utf8.count
    while offset < count {
      let compiled = text.withUTF8 { bytes in
        unsafe Compiled(UnsafeBufferPointer(rebasing: bytes[offset...]), flags: flags, on: handle)
      }
      guard compiled.code == SQLITE_OK else {
        throw connection.explained(
          unsafe SQLiteError(compiled.code, of: handle, sql: sql, startingAt: offset)
        )
      }
      offset += compiled.length
      if let pointer = unsafe compiled.pointer { return unsafe Statement(pointer, on: connection) }
      if compiled.length == 0 { break }
    }
    guard !text.utf8.contains(0) else {
      throw .misuse("The SQL text contains a NUL character.", sql: sql)
    }
    return nil
  }

  /// The result of compiling a statement.
  @safe
  private struct Compiled {
    let code: Int32
    let pointer: OpaquePointer?
    let length: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, flags: UInt32, on handle: OpaquePointer) {
      guard bytes.count < Int32.max else {
        code = SQLITE_TOOBIG
        unsafe pointer = nil
        length = 0
        return
      }
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      (code, length) = unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        let code = unsafe sqlite3_prepare_v3(
          handle,
          characters.baseAddress,
          Int32(characters.count),
          flags,
          &statement,
          &tail
        )
        guard let start = characters.baseAddress, let tail = unsafe tail else { return (code, 0) }
        return unsafe (code, tail - start)
      }
      unsafe pointer = statement
    }
  }

  /// Returns whether only white space and comments are left.
  private static func isBlank(_ sql: String, from offset: Int, on connection: Connection)
    throws(SQLiteError) -> Bool
  {
    let rest = sql.utf8.dropFirst(offset)
    if rest.allSatisfy({ $0 == 0x20 || (0x09...0x0d).contains($0) || $0 == UInt8(ascii: ";") }) {
      return true
    }
    var next = offset
    do throws(SQLiteError) {
      return try Self.next(in: sql, from: &next, on: connection) == nil
    } catch {
      guard error.code == .misuse else { return false }
      throw error
    }
  }
}

extension SQLiteError {
  /// Creates the last error of a connection, for a text that was compiled from a byte offset on.
  init(_ code: Int32, of handle: OpaquePointer, sql: String, startingAt start: Int) {
    let error = unsafe SQLiteError(code, of: handle, sql: sql)
    self.init(
      code: error.code,
      message: error.message,
      sql: sql,
      offset: error.offset.map { $0 + start }
    )
  }
}

extension Statement {
  /// The position of a statement after a step.
  @frozen
  public enum Step: Sendable {
    /// The statement is at a row.
    case row
    /// The statement is past the last row.
    case done
  }

  /// Runs the statement to the next row, or to its end.
  ///
  /// It blocks while SQLite works, and while it waits for a lock according to the connection's busy
  /// policy.
  ///
  /// - Throws: ``SQLiteError``. Reset the statement before its next use.
  ///
  /// https://www.sqlite.org/c3ref/step.html
  @inlinable
  public borrowing func step() throws(SQLiteError) -> Step {
    let code = unsafe sqlite3_step(pointer)
    if code == SQLITE_ROW { return .row }
    if code == SQLITE_DONE { return .done }
    throw stepError(code)
  }

  @usableFromInline @inline(never)
  borrowing func stepError(_ code: Int32) -> SQLiteError {
    connection.explained(parameters.error(code))
  }

  /// Prepares the statement to run again, keeping its bindings.
  ///
  /// https://www.sqlite.org/c3ref/reset.html
  @inlinable
  public borrowing func reset() {
    // The result repeats the error of the last step, which already threw it.
    unsafe sqlite3_reset(pointer)
  }

  /// Runs the statement to its end, ignoring rows, and resets it.
  ///
  /// Statements that return rows also finish their work only at the end.
  @inlinable
  public borrowing func run() throws(SQLiteError) {
    defer { reset() }
    while try step() == .row {}
  }
}
