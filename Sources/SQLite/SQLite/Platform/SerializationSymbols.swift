import CSQLite

/// The functions that convert a database to and from bytes, looked up at run time.
///
/// https://www.sqlite.org/c3ref/serialize.html
enum SerializationSymbols {
  static let serialize:
    (
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_int64>?, UInt32
      ) -> UnsafeMutablePointer<UInt8>?
    )? = unsafe OptionalSymbols.load("sqlite3_serialize")

  static let deserialize:
    (
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, sqlite3_int64,
        sqlite3_int64, UInt32
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3_deserialize")
}
