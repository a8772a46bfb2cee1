import CSQLite

extension ShimFile {
  /// Reads bytes, or simulates a short read.
  ///
  /// The remaining bytes are filled with zeros, as SQLite requires.
  /// https://www.sqlite.org/c3ref/io_methods.html
  func read(_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int32 {
    let length = Int32(truncatingIfNeeded: buffer.count)
    let outcome = unsafe outcome(of: .read, offset: offset, length: length)
    switch outcome {
    case .proceed, .pretend:
      return unsafe methods.xRead(real, buffer.baseAddress, length, offset)
    case .shortRead(let count):
      let code = unsafe methods.xRead(real, buffer.baseAddress, length, offset)
      guard code == SQLITE_OK || code == ResultCode.ioErrorShortRead.rawValue else { return code }
      let remaining = min(max(count, 0), buffer.count)
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[remaining...]).initializeMemory(
        as: UInt8.self,
        repeating: 0
      )
      return ResultCode.ioErrorShortRead.rawValue
    case .fail(let code), .tornWrite(_, let code):
      return code.rawValue
    }
  }

  /// Writes bytes, or writes fewer and fails.
  func write(_ buffer: UnsafeRawBufferPointer, _ offset: Int64) -> Int32 {
    let length = Int32(truncatingIfNeeded: buffer.count)
    let outcome = unsafe outcome(
      of: .write,
      offset: offset,
      length: length,
      growth: growth(by: buffer.count, at: offset),
      content: buffer
    )
    switch outcome {
    case .proceed:
      return unsafe methods.xWrite(real, buffer.baseAddress, length, offset)
    case .pretend:
      return SQLITE_OK
    case .tornWrite(let count, let code):
      let remaining = Int32(truncatingIfNeeded: min(max(count, 0), buffer.count))
      if remaining > 0 { _ = unsafe methods.xWrite(real, buffer.baseAddress, remaining, offset) }
      return code.rawValue
    case .fail, .shortRead:
      return outcome.failure?.rawValue ?? SQLITE_IOERR
    }
  }

  /// Returns by how many bytes a write makes the file grow.
  private func growth(by count: Int, at offset: Int64) -> Int {
    var size: Int64 = 0
    guard unsafe methods.xFileSize(real, &size) == SQLITE_OK else { return 0 }
    return Int(max(0, offset + Int64(count) - size))
  }
}
