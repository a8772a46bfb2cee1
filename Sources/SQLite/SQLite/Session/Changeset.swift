import CSQLite

/// The changes to rows of a database, as bytes that can be stored, sent and applied elsewhere.
///
/// ```swift
/// try other.apply(changeset) { conflict in .omit }
/// try connection.apply(changeset.inverted()) { conflict in .abort }  // undo
/// ```
///
/// https://www.sqlite.org/sessionintro.html#changesets_and_patchsets
public struct Changeset: Sendable, Hashable {
  /// The bytes in SQLite's format.
  public let bytes: [UInt8]

  /// Creates a changeset from its bytes.
  ///
  /// Invalid bytes are reported when they are used.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Copies and frees bytes that SQLite allocated.
  init(taking start: UnsafeMutableRawPointer?, count: Int32) {
    defer { unsafe sqlite3_free(start) }
    bytes = unsafe [UInt8](
      UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
    )
  }

  /// Whether the changeset contains no changes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether this is a patchset, which contains old values only for keys.
  public var isPatchset: Bool { bytes.first == UInt8(ascii: "P") }
}

extension Changeset {
  /// Returns a changeset that undoes this one.
  ///
  /// - Throws: ``ResultCode/corrupt`` for a patchset, or for bytes that are not a changeset.
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

  /// Returns a changeset that is equivalent to this one followed by another.
  ///
  /// - Throws: ``SQLiteError`` if only one of them is a patchset, if they disagree on the columns
  ///   of a table, or for bytes that are not a changeset.
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

  /// Calls a closure with each change, table by table.
  ///
  /// - Throws: ``ResultCode/corrupt`` for bytes that are not a changeset, or the error of the
  ///   closure.
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

  /// Checks that SQLite can read the bytes, and returns their number as SQLite expects it.
  ///
  /// - Throws: ``ResultCode/corrupt`` for bytes that are not a changeset, or ``ResultCode/tooBig``.
  func checkedSize() throws(SQLiteError) -> Int32 {
    guard let size = Int32(exactly: bytes.count) else {
      throw SQLiteError(
        code: .tooBig,
        message: "A changeset cannot have more than \(Int32.max) bytes."
      )
    }
    try ChangesetReader.check(bytes)
    return size
  }
}
