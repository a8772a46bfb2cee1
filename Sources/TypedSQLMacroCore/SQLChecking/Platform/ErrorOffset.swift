#if SQLITE_CHECKS
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Where in the text SQLite met an error, which older libraries do not tell.
  enum ErrorOffset {
    private typealias Function = @convention(c) (OpaquePointer?) -> Int32

    /// The offset of the last error, in bytes; nothing at the end of the text.
    static func ofLastError(on connection: OpaquePointer?) -> Int? {
      guard let address = dlsym(defaultHandle, "sqlite3_error_offset") else { return nil }
      let offset = unsafeBitCast(address, to: Function.self)(connection)
      return offset < 0 ? nil : Int(offset)
    }

    /// `RTLD_DEFAULT`, a macro that Swift does not import.
    private static var defaultHandle: UnsafeMutableRawPointer? {
      #if canImport(Darwin)
        UnsafeMutableRawPointer(bitPattern: -2)
      #else
        nil
      #endif
    }
  }
#endif
