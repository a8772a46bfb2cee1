import CSQLite

/// A file of a shim: our header in SQLite's memory, followed by the file of the underlying VFS.
///
/// SQLite allocates as much memory as the VFS asked for: ``headerSize`` plus what the real file
/// needs.
///
/// - Invariant: `state` is set from a successful open until the close.
@safe
struct ShimFile {
  /// The start of the file's memory: first SQLite's part, then ours.
  @unsafe
  struct Header {
    /// The first field, so that a pointer to the header is also a pointer to SQLite's file.
    var file: sqlite3_file
    /// Retained until the file is closed.
    var state: Unmanaged<State>
  }

  /// The properties of a file while it is open.
  final class State: Sendable {
    /// Retained, and thereby kept registered, until the file is closed.
    let shim: VFSShim
    let kind: VFSOperation.File
    let path: String?

    init(_ shim: VFSShim, _ kind: VFSOperation.File, _ path: String?) {
      self.shim = shim
      self.kind = kind
      self.path = path
    }
  }

  /// The number of bytes before the real file, which needs an alignment of 8.
  static let headerSize = unsafe (MemoryLayout<Header>.stride + 15) / 16 * 16

  private let header: UnsafeMutablePointer<Header>

  /// Creates the file for an address that SQLite passes to a method.
  init?(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file = unsafe file else { return nil }
    unsafe header = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self)
  }

  /// Writes the header of an opened file.
  static func initialize(_ file: UnsafeMutablePointer<sqlite3_file>, _ state: State) {
    let version = unsafe real(of: file).pointee.pMethods.pointee.iVersion
    let header = unsafe Header(
      file: sqlite3_file(pMethods: ShimFile.methods(version: version)),
      state: Unmanaged.passRetained(state)
    )
    unsafe UnsafeMutableRawPointer(file).initializeMemory(as: Header.self, to: header)
  }

  /// Returns the file of the underlying VFS, which follows the header.
  static func real(
    of file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<sqlite3_file> {
    let address = unsafe UnsafeMutableRawPointer(file) + headerSize
    return unsafe address.assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The file of the underlying VFS.
  var real: UnsafeMutablePointer<sqlite3_file> {
    let address = unsafe UnsafeMutableRawPointer(header) + Self.headerSize
    return unsafe address.assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The methods of the underlying file.
  var methods: sqlite3_io_methods { unsafe real.pointee.pMethods.pointee }

  /// Releases the state, once the file is closed.
  func release() {
    unsafe header.pointee.file.pMethods = nil
    unsafe header.pointee.state.release()
  }
}

extension ShimFile {
  /// Returns the outcome that the closure chose for an operation on the file.
  func outcome(
    of kind: VFSOperation.Kind,
    offset: Int64 = 0,
    length: Int32 = 0,
    growth: Int = 0,
    content: UnsafeRawBufferPointer? = nil
  ) -> VFSOutcome {
    let state = unsafe header.pointee.state.takeUnretainedValue()
    let reported = unsafe state.shim.includesContent ? content : nil
    let operation = VFSOperation(
      kind: kind,
      file: state.kind,
      path: state.path,
      offset: offset,
      length: Int(length),
      growth: growth,
      content: unsafe reported.map { unsafe [UInt8]($0) }
    )
    return state.shim.intercept(operation)
  }

  /// Performs an operation unless the closure makes it fail.
  ///
  /// Operations that release something are always performed.
  func perform(
    _ kind: VFSOperation.Kind,
    offset: Int64 = 0,
    length: Int32 = 0,
    _ body: (sqlite3_io_methods, UnsafeMutablePointer<sqlite3_file>) -> Int32
  ) -> Int32 {
    let outcome = unsafe outcome(of: kind, offset: offset, length: length)
    if outcome == .pretend, kind.isSkippable { return SQLITE_OK }
    let failure = outcome.failure
    if let failure, !kind.isRelease { return failure.rawValue }
    let code = unsafe body(methods, real)
    return failure?.rawValue ?? code
  }
}
