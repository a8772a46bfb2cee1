/// A validator for the bytes of a changeset.
///
/// SQLite 3.40 never returns from inverting some invalid bytes, so all bytes are checked before
/// SQLite reads them. The reader is pure, and reads nothing but the bytes.
///
/// ```text
/// changeset := table*
/// table     := 'T' or 'P', number of columns, a byte for each (not 0: part of the key), name, 0,
///              change*
/// change    := operation, whether it is indirect, record of old values, record of new values
/// record    := for each column: class, content
/// ```
///
/// A patchset ('P') omits the old values of an update, and all but the key of a deletion.
///
/// https://www.sqlite.org/src/file?name=ext/session/sqlite3session.c
struct ChangesetReader {
  private let bytes: [UInt8]
  private var position = 0
  private var isPatchset = false
  private var isKey: [Bool] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Throws ``ResultCode/corrupt`` if bytes are not a changeset.
  static func check(_ bytes: [UInt8]) throws(SQLiteError) {
    var reader = ChangesetReader(bytes)
    while reader.position < bytes.count { try reader.readTableOrChange() }
  }

  private mutating func readTableOrChange() throws(SQLiteError) {
    switch try readByte() {
    case UInt8(ascii: "T"): try readTable(isPatchset: false)
    case UInt8(ascii: "P"): try readTable(isPatchset: true)
    case 18: try readChange(.insert)
    case 9: try readChange(.delete)
    case 23: try readChange(.update)
    default: throw failure
    }
  }

  private mutating func readTable(isPatchset: Bool) throws(SQLiteError) {
    self.isPatchset = isPatchset
    let count = try readNumber()
    // SQLite never allows more columns than this, however it was compiled.
    guard (1...32_767).contains(count) else { throw failure }
    isKey = []
    for _ in 0..<count { isKey.append(try readByte() != 0) }
    while try readByte() != 0 {}
  }

  private mutating func readChange(_ operation: RecordedChange.Operation) throws(SQLiteError) {
    guard !isKey.isEmpty else { throw failure }
    _ = try readByte()
    switch (operation, isPatchset) {
    case (.insert, _), (.delete, false): try readRecord(isWhole: true)
    case (.delete, true):
      for isKey in isKey where isKey { try readValue(mayBeAbsent: false) }
    case (.update, true): try readRecord(isWhole: false)
    case (.update, false):
      try readRecord(isWhole: false)
      try readRecord(isWhole: false)
    }
  }

  private mutating func readRecord(isWhole: Bool) throws(SQLiteError) {
    for _ in isKey { try readValue(mayBeAbsent: !isWhole) }
  }

  private mutating func readValue(mayBeAbsent: Bool) throws(SQLiteError) {
    switch try readByte() {
    case 0 where mayBeAbsent: break
    case 1, 2: try skip(8)
    case 3, 4: try skip(try readNumber())
    case 5: break
    default: throw failure
    }
  }

  private mutating func readByte() throws(SQLiteError) -> UInt8 {
    let start = position
    try skip(1)
    return bytes[start]
  }

  /// Reads a number stored in groups of seven bits, high bits first; the last byte is below 128.
  private mutating func readNumber() throws(SQLiteError) -> Int {
    var number = 0
    for _ in 0..<5 {
      let byte = try readByte()
      number = number << 7 | Int(byte & 127)
      if byte < 128 { return number }
    }
    throw failure
  }

  private mutating func skip(_ count: Int) throws(SQLiteError) {
    guard count <= bytes.count - position else { throw failure }
    position += count
  }

  private var failure: SQLiteError {
    SQLiteError(
      code: .corrupt,
      message: "The bytes are not a changeset, or are damaged near byte \(position)."
    )
  }
}
