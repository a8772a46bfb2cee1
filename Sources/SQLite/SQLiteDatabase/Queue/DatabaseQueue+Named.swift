import SQLite

extension DatabaseQueue {
  /// Opens an in-memory database that is shared by all queues of this process with the same name.
  ///
  /// It is deleted together with the last of them.
  ///
  /// ```swift
  /// let one = try DatabaseQueue(named: "shop")
  /// let other = try DatabaseQueue(named: "shop")   // the same tables
  /// ```
  ///
  /// The queues wait for each other's transactions, as for a file with a rollback journal, and
  /// notice each other's commits. Without a name, the memory is private.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - configuration: The settings.
  /// - Throws: ``DatabaseError``, or what a closure of `prepareDatabase` throws.
  ///
  /// https://www.sqlite.org/inmemorydb.html
  public convenience init(named name: String?, configuration: Configuration = Configuration())
    throws
  {
    guard let name else {
      try self.init(configuration: configuration)
      return
    }
    var writable = configuration
    writable.readOnly = false
    let path = "file:/\(Self.memoryName(name))?vfs=memdb"
    try self.init(DatabaseOpening(path: path, configuration: writable, flags: [.uri]))
  }

  /// Returns a name without characters that have a meaning in URIs.
  ///
  /// Other bytes are written as `_` and two hexadecimal digits.
  private static func memoryName(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }
}
