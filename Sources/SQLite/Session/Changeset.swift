import CSQLite

/// What was done to the rows of a database, as bytes that can be stored, sent and applied elsewhere.
///
/// ```swift
/// try other.apply(changeset) { conflict in .omit }
/// try connection.apply(changeset.inverted()) { conflict in .abort }  // undo
/// ```
///
/// https://www.sqlite.org/sessionintro.html#changesets_and_patchsets
public struct Changeset: Sendable, Hashable {
  /// SQLite's form.
  public let bytes: [UInt8]

  /// Makes a changeset of bytes that one had.
  ///
  /// Bytes that are none are found out where they are used.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Copies and frees what SQLite allocated.
  init(taking start: UnsafeMutableRawPointer?, count: Int32) {
    defer { unsafe sqlite3_free(start) }
    bytes = unsafe [UInt8](
      UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
    )
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether it is a patchset, which has old values of keys only.
  public var isPatchset: Bool { bytes.first == UInt8(ascii: "P") }
}

extension Changeset {
  /// What undoes it.
  ///
  /// - Throws: ``ResultCode/corrupt`` for a patchset and for bytes that are no changeset.
  ///
  /// https://www.sqlite.org/session/sqlite3changeset_invert.html
  public func inverted() throws(SQLiteError) -> Changeset {
    guard let invert = unsafe SessionSymbols.invert else {
      throw .misuse(Capability.session.advice)
    }
    let size = try checkedSize()
    var count: Int32 = 0
    var output: UnsafeMutableRawPointer?
    let code = unsafe bytes.withUnsafeBytes { buffer in
      unsafe invert(size, buffer.baseAddress, &count, &output)
    }
    guard code == SQLITE_OK else { throw .session(code) }
    return unsafe Changeset(taking: output, count: count)
  }

  /// What does the same as this one and then another.
  ///
  /// - Throws: ``SQLiteError`` where one is a patchset and the other is none, where they know a table with
  ///   different columns, and for bytes that are no changeset.
  ///
  /// https://www.sqlite.org/session/sqlite3changeset_concat.html
  public func concatenated(with next: Changeset) throws(SQLiteError) -> Changeset {
    guard let concatenate = unsafe SessionSymbols.concatenate else {
      throw .misuse(Capability.session.advice)
    }
    let sizes = (try checkedSize(), try next.checkedSize())
    var count: Int32 = 0
    var output: UnsafeMutableRawPointer?
    let code = unsafe bytes.withUnsafeBytes { first in
      unsafe next.bytes.withUnsafeBytes { second in
        // SQLite only reads both, though C does not say so.
        unsafe concatenate(
          sizes.0,
          UnsafeMutableRawPointer(mutating: first.baseAddress),
          sizes.1,
          UnsafeMutableRawPointer(mutating: second.baseAddress),
          &count,
          &output
        )
      }
    }
    guard code == SQLITE_OK else { throw .session(code) }
    return unsafe Changeset(taking: output, count: count)
  }

  /// Calls a closure with each change, tables one after the other.
  ///
  /// - Throws: ``ResultCode/corrupt`` for bytes that are no changeset, and what the closure throws.
  ///
  /// https://www.sqlite.org/session/sqlite3changeset_start.html
  public func forEach(_ body: (borrowing RecordedChange) throws -> Void) throws {
    guard let start = unsafe SessionSymbols.start, let next = unsafe SessionSymbols.next else {
      throw SQLiteError.misuse(Capability.session.advice)
    }
    let size = try checkedSize()
    try unsafe bytes.withUnsafeBytes { buffer in
      var iterator: OpaquePointer?
      let code = unsafe start(
        &iterator,
        size,
        UnsafeMutableRawPointer(mutating: buffer.baseAddress)
      )
      guard code == SQLITE_OK else { throw SQLiteError.session(code) }
      defer { _ = unsafe SessionSymbols.finalize?(iterator) }
      var step = unsafe next(iterator)
      while step == SQLITE_ROW {
        if let change = unsafe RecordedChange(iterator) { try body(change) }
        step = unsafe next(iterator)
      }
      guard step == SQLITE_DONE else { throw SQLiteError.session(step) }
    }
  }

  /// The size as SQLite takes it, of bytes that SQLite can read.
  ///
  /// - Throws: ``ResultCode/corrupt`` for bytes that are no changeset; ``ResultCode/tooBig``.
  func checkedSize() throws(SQLiteError) -> Int32 {
    guard let size = Int32(exactly: bytes.count) else {
      throw SQLiteError(code: .tooBig, message: "A changeset has at most \(Int32.max) bytes.")
    }
    try ChangesetReader.check(bytes)
    return size
  }
}
