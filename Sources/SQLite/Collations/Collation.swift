import CSQLite

extension Connection {
  /// Adds a collation to SQL that compares texts.
  ///
  /// ```swift
  /// try connection.addCollation("numeric") { left, right in
  ///   CollationAnswer(comparing: Int(left) ?? 0, Int(right) ?? 0)
  /// }
  /// // SELECT name FROM files ORDER BY name COLLATE numeric
  /// ```
  ///
  /// Indexes are stored in its order: it has to be total, and to stay the same as long as a database uses it.
  /// Bytes that are not valid UTF-8 reach it as U+FFFD, so two texts that differ only there are the same to it.
  ///
  /// - Parameters:
  ///   - name: Its name, of at most 255 bytes. A collation of the same name is replaced.
  ///   - compare: How it compares. It runs on the thread that steps the statement.
  /// - Throws: ``ResultCode/misuse`` for a name that SQLite cannot take; ``ResultCode/busy`` where it replaces
  ///   another while a statement runs.
  ///
  /// https://www.sqlite.org/c3ref/create_collation.html
  public func addCollation(
    _ name: String,
    comparing compare: @escaping (_ left: String, _ right: String) -> CollationAnswer
  ) throws(SQLiteError) {
    try unsafe addByteCollation(name) {
      (left: UnsafeRawBufferPointer, right: UnsafeRawBufferPointer) in
      unsafe compare(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
    }
  }

  /// Adds a collation to SQL that compares the bytes of texts, without copies.
  ///
  /// The bytes are UTF-8 in most cases, and whatever was stored as text in the others. They are valid within
  /// the closure.
  ///
  /// - Parameters:
  ///   - name: Its name, of at most 255 bytes. A collation of the same name is replaced.
  ///   - compare: How it compares. It runs on the thread that steps the statement.
  /// - Throws: As the form that compares texts.
  public func addByteCollation(
    _ name: String,
    comparing compare:
      @escaping (
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
      ) -> CollationAnswer
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
    // Unlike for functions, SQLite does not call the destructor where it refuses the collation.
    if code != SQLITE_OK { unsafe box.release() }
    try unsafe check(code, of: handle)
  }

  /// Removes a collation.
  ///
  /// Nothing happens where there is none. Statements that need it fail afterwards.
  ///
  /// - Throws: ``ResultCode/busy`` while a statement runs.
  public func removeCollation(_ name: String) throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkRegisteredName(name, of: "a collation")
    let code = unsafe sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
    try unsafe check(code, of: handle)
  }
}

/// A comparison that SQLite holds.
@safe
private final class Collation {
  let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> CollationAnswer

  init(_ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> CollationAnswer) {
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
