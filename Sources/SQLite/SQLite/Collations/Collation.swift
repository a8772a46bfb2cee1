import CSQLite

extension Connection {
  /// Adds a collation that compares strings.
  ///
  /// ```swift
  /// try connection.addCollation("numeric") { left, right in
  ///   CollationOrder(comparing: Int(left) ?? 0, Int(right) ?? 0)
  /// }
  /// // SELECT name FROM files ORDER BY name COLLATE numeric
  /// ```
  ///
  /// Indexes are stored in the order of their collation, so the order has to be total, and must not
  /// change as long as a database uses it. Bytes that are not valid UTF-8 reach the closure as
  /// U+FFFD, so it cannot distinguish texts that differ only in such bytes.
  ///
  /// - Parameters:
  ///   - name: The name, of at most 255 bytes. A collation with the same name is replaced.
  ///   - compare: Compares two strings. It runs on the thread that steps the statement.
  /// - Throws: ``ResultCode/misuse`` for a name that SQLite does not accept, or ``ResultCode/busy``
  ///   if the collation replaces another while a statement is running.
  ///
  /// https://www.sqlite.org/c3ref/create_collation.html
  public func addCollation(
    _ name: String,
    comparing compare: @escaping (_ left: String, _ right: String) -> CollationOrder
  ) throws(SQLiteError) {
    try unsafe addByteCollation(name) {
      (left: UnsafeRawBufferPointer, right: UnsafeRawBufferPointer) in
      unsafe compare(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
    }
  }

  /// Adds a collation that compares the bytes of texts without copying them.
  ///
  /// The bytes are usually UTF-8, but may be anything that was stored as text. They are only valid
  /// within the closure.
  ///
  /// - Parameters:
  ///   - name: The name, of at most 255 bytes. A collation with the same name is replaced.
  ///   - compare: Compares two texts. It runs on the thread that steps the statement.
  /// - Throws: The errors of ``addCollation(_:comparing:)``.
  public func addByteCollation(
    _ name: String,
    comparing compare:
      @escaping (
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
      ) -> CollationOrder
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkRegisteredName(name, of: "a collation")
    let box = unsafe Unmanaged.passRetained(Collation(compare))
    let code = unsafe sqlite3_create_collation_v2(
      handle,
      name,
      SQLITE_UTF8,
      box.toOpaque(),
      collationCallback,
      { unsafe release(Collation.self, at: $0) }
    )
    // Unlike for functions, SQLite does not call the destructor if it refuses the collation.
    if code != SQLITE_OK { unsafe box.release() }
    try unsafe check(code, of: handle)
  }

  /// Removes a collation; does nothing if it does not exist.
  ///
  /// Statements that need it fail afterwards.
  ///
  /// - Throws: ``ResultCode/busy`` if a statement is running.
  public func removeCollation(_ name: String) throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkRegisteredName(name, of: "a collation")
    let code = unsafe sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
    try unsafe check(code, of: handle)
  }
}

/// The comparison closure of a collation, retained by SQLite.
@safe
private final class Collation {
  let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> CollationOrder

  init(_ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> CollationOrder) {
    unsafe self.compare = compare
  }
}

private let collationCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
  ) -> Int32 = { box, leftCount, left, rightCount, right in
    guard let box = unsafe box else { return 0 }
    let collation = unsafe Unmanaged<Collation>.fromOpaque(box).takeUnretainedValue()
    let answer = unsafe collation.compare(
      UnsafeRawBufferPointer(start: left, count: left == nil ? 0 : Int(leftCount)),
      UnsafeRawBufferPointer(start: right, count: right == nil ? 0 : Int(rightCount))
    )
    return answer.rawValue
  }
