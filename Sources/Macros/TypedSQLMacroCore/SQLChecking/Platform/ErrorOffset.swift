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

  /// The position in the text at which SQLite found an error, which older libraries do not report.
  enum ErrorOffset {
    private typealias Function = @convention(c) (OpaquePointer?) -> Int32

    /// Returns the offset of the last error in bytes, or `nil` at the end of the text.
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
