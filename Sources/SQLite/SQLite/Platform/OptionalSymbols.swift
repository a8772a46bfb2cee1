import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions that a distribution may leave out of its SQLite, looked up at run time.
///
/// If they were linked by name, a missing one would prevent the whole package from loading.
enum OptionalSymbols {
  typealias Statement = OpaquePointer
  typealias Value = OpaquePointer

  static let errorOffset: (@convention(c) (OpaquePointer?) -> Int32)? =
    unsafe load("sqlite3_error_offset")

  // MARK: Preupdate hook, https://www.sqlite.org/c3ref/preupdate_blobwrite.html

  typealias PreupdateCallback =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      sqlite3_int64, sqlite3_int64
    ) -> Void
  static let preupdateHook:
    (
      @convention(c) (OpaquePointer?, PreupdateCallback?, UnsafeMutableRawPointer?) ->
        UnsafeMutableRawPointer?
    )? = unsafe load("sqlite3_preupdate_hook")
  typealias PreupdateValue =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<Value?>?) -> Int32
  static let preupdateOld: PreupdateValue? = unsafe load("sqlite3_preupdate_old")
  static let preupdateNew: PreupdateValue? = unsafe load("sqlite3_preupdate_new")
  static let valueEncoding: (@convention(c) (Value?) -> Int32)? = unsafe load(
    "sqlite3_value_encoding"
  )
  static let preupdateCount: (@convention(c) (OpaquePointer?) -> Int32)? =
    unsafe load("sqlite3_preupdate_count")
  static let preupdateDepth: (@convention(c) (OpaquePointer?) -> Int32)? =
    unsafe load("sqlite3_preupdate_depth")
  static let preupdateBlobWrite: (@convention(c) (OpaquePointer?) -> Int32)? =
    unsafe load("sqlite3_preupdate_blobwrite")

  // MARK: Column metadata, https://www.sqlite.org/c3ref/column_database_name.html

  typealias ColumnName = @convention(c) (Statement?, Int32) -> UnsafePointer<CChar>?
  static let columnDatabaseName: ColumnName? = unsafe load("sqlite3_column_database_name")
  static let columnTableName: ColumnName? = unsafe load("sqlite3_column_table_name")
  static let columnOriginName: ColumnName? = unsafe load("sqlite3_column_origin_name")
  typealias Text = UnsafeMutablePointer<UnsafePointer<CChar>?>
  static let tableColumnMetadata:
    (
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Text?,
        Text?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
        UnsafeMutablePointer<Int32>?
      ) -> Int32
    )? = unsafe load("sqlite3_table_column_metadata")

  /// Returns the address of a function in the loaded libraries, or `nil`.
  static func load<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
    guard let address = unsafe dlsym(defaultHandle, name) else { return nil }
    return unsafe unsafeBitCast(address, to: Function.self)
  }

  /// `RTLD_DEFAULT`, a macro that Swift does not import.
  private static var defaultHandle: UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      unsafe UnsafeMutableRawPointer(bitPattern: -2)
    #else
      nil
    #endif
  }
}
