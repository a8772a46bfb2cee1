import SQLite

extension DatabaseQueue {
  /// Opens a database in memory that all queues of this process share which have its name; it goes with the last of them.
  ///
  /// ```swift
  /// let one = try DatabaseQueue(named: "shop")
  /// let other = try DatabaseQueue(named: "shop")   // the same tables
  /// ```
  ///
  /// They wait for each other's transactions, as for a file in a rollback journal, and notice each other's commits. Without a
  /// name the memory is the object's own.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - configuration: How to open and use it.
  /// - Throws: ``DatabaseError``; where this SQLite lacks shared memory, since it is older than 3.36.
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

  /// A name in which no character means anything in a URI: others are written as `_` and two digits.
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
