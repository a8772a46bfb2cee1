/// The functions of the session extension, looked up at run time.
///
/// https://www.sqlite.org/session/funclist.html
enum SessionSymbols {
  typealias Session = OpaquePointer
  typealias Iterator = OpaquePointer
  typealias Bytes = UnsafeMutableRawPointer

  // MARK: Sessions

  static let create:
    (
      @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<Session?>?) ->
        Int32
    )? = unsafe OptionalSymbols.load("sqlite3session_create")
  static let delete: (@convention(c) (Session?) -> Void)? =
    unsafe OptionalSymbols.load("sqlite3session_delete")
  static let attach: (@convention(c) (Session?, UnsafePointer<CChar>?) -> Int32)? =
    unsafe OptionalSymbols.load("sqlite3session_attach")
  static let diff:
    (
      @convention(c) (
        Session?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3session_diff")

  typealias Switch = @convention(c) (Session?, Int32) -> Int32
  static let enable: Switch? = unsafe OptionalSymbols.load("sqlite3session_enable")
  static let indirect: Switch? = unsafe OptionalSymbols.load("sqlite3session_indirect")
  static let isEmpty: (@convention(c) (Session?) -> Int32)? =
    unsafe OptionalSymbols.load("sqlite3session_isempty")
  static let memoryUsed: (@convention(c) (Session?) -> Int64)? =
    unsafe OptionalSymbols.load("sqlite3session_memory_used")

  typealias Output =
    @convention(c) (Session?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Bytes?>?) -> Int32
  static let changeset: Output? = unsafe OptionalSymbols.load("sqlite3session_changeset")
  static let patchset: Output? = unsafe OptionalSymbols.load("sqlite3session_patchset")

  // MARK: Changesets

  static let start: (@convention(c) (UnsafeMutablePointer<Iterator?>?, Int32, Bytes?) -> Int32)? =
    unsafe OptionalSymbols.load("sqlite3changeset_start")
  static let next: (@convention(c) (Iterator?) -> Int32)? =
    unsafe OptionalSymbols.load("sqlite3changeset_next")
  static let finalize: (@convention(c) (Iterator?) -> Int32)? =
    unsafe OptionalSymbols.load("sqlite3changeset_finalize")
  static let operation:
    (
      @convention(c) (
        Iterator?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<Int32>?,
        UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3changeset_op")
  static let primaryKey:
    (
      @convention(c) (
        Iterator?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<Int32>?
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3changeset_pk")

  typealias Value =
    @convention(c) (Iterator?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  static let old: Value? = unsafe OptionalSymbols.load("sqlite3changeset_old")
  static let new: Value? = unsafe OptionalSymbols.load("sqlite3changeset_new")
  static let conflict: Value? = unsafe OptionalSymbols.load("sqlite3changeset_conflict")
  static let foreignKeyConflicts:
    (@convention(c) (Iterator?, UnsafeMutablePointer<Int32>?) -> Int32)? =
      unsafe OptionalSymbols.load("sqlite3changeset_fk_conflicts")

  static let invert:
    (
      @convention(c) (
        Int32, UnsafeRawPointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Bytes?>?
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3changeset_invert")
  static let concatenate:
    (
      @convention(c) (
        Int32, Bytes?, Int32, Bytes?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Bytes?>?
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3changeset_concat")

  typealias FilterCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Int32
  typealias ConflictCallback =
    @convention(c) (UnsafeMutableRawPointer?, Int32, Iterator?) -> Int32
  static let apply:
    (
      @convention(c) (
        OpaquePointer?, Int32, Bytes?, FilterCallback?, ConflictCallback?, UnsafeMutableRawPointer?
      ) -> Int32
    )? = unsafe OptionalSymbols.load("sqlite3changeset_apply")

  /// Whether all required functions are available.
  static var areAvailable: Bool {
    unsafe create != nil && delete != nil && changeset != nil && start != nil && apply != nil
  }
}
