import CSQLite

/// An event that SQLite traced.
///
/// It is valid only within the hook.
@safe
public struct TraceEvent: ~Copyable {
  /// The kind of an event.
  public enum Kind: Sendable, Hashable {
    /// A statement begins to run.
    case statement
    /// A statement ended, after running for a duration.
    case profile(Duration)
    /// A statement returned a row.
    case row
    /// The connection closes.
    case close
  }

  /// The kind of the event.
  public let kind: Kind
  private let statement: OpaquePointer?
  private let comment: UnsafePointer<CChar>?

  init?(_ kind: UInt32, _ first: UnsafeMutableRawPointer?, _ second: UnsafeMutableRawPointer?) {
    unsafe statement =
      Int32(bitPattern: kind) == SQLITE_TRACE_CLOSE ? nil : first.map { OpaquePointer($0) }
    unsafe comment =
      Int32(bitPattern: kind) == SQLITE_TRACE_STMT
      ? second.map { unsafe UnsafePointer($0.assumingMemoryBound(to: CChar.self)) } : nil
    switch Int32(bitPattern: kind) {
    case SQLITE_TRACE_STMT: self.kind = .statement
    case SQLITE_TRACE_PROFILE:
      guard let time = unsafe second?.load(as: Int64.self) else { return nil }
      self.kind = .profile(.nanoseconds(time))
    case SQLITE_TRACE_ROW: self.kind = .row
    case SQLITE_TRACE_CLOSE: self.kind = .close
    default: return nil
    }
  }

  /// The SQL of the statement, without bound values.
  ///
  /// For a statement of a trigger, it is a comment that names the trigger.
  public var sql: String? {
    if let comment = unsafe comment, unsafe comment[0] == 0x2d, unsafe comment[1] == 0x2d {
      return unsafe String(cString: comment)
    }
    return unsafe statement.flatMap { unsafe sqlite3_sql($0) }.map { unsafe String(cString: $0) }
  }

  /// The SQL of the statement with its bound values, which may be private.
  public var expandedSQL: String? {
    guard let text = unsafe statement.flatMap({ unsafe sqlite3_expanded_sql($0) }) else {
      return nil
    }
    defer { unsafe sqlite3_free(text) }
    return unsafe String(cString: text)
  }
}

/// The statement of a trace event, whose bound values are available during the event.
@safe
public final class TracedStatement {
  /// The SQL of the statement, without bound values.
  ///
  /// For a statement of a trigger, it is a comment that names the trigger.
  public let sql: String
  private var statement: OpaquePointer?

  fileprivate init(_ sql: String, _ statement: OpaquePointer?) {
    self.sql = sql
    unsafe self.statement = statement
  }

  /// The SQL with the bound values, which may be private; without them once the event is over.
  public var expandedSQL: String {
    guard let text = unsafe statement.flatMap({ unsafe sqlite3_expanded_sql($0) }) else {
      return sql
    }
    defer { unsafe sqlite3_free(text) }
    return unsafe String(cString: text)
  }

  fileprivate func end() { unsafe statement = nil }
}

extension TraceEvent {
  /// Calls a closure with the statement, if there is one.
  ///
  /// Its bound values are available only within the closure.
  public borrowing func withStatement(_ body: (TracedStatement) -> Void) {
    guard let sql else { return }
    let traced = unsafe TracedStatement(sql, statement)
    body(traced)
    traced.end()
  }
}

/// The kinds of events for which a trace hook is called.
public struct TraceOptions: OptionSet, Sendable, Hashable {
  /// SQLite's bits.
  public let rawValue: UInt32

  /// Creates options from SQLite's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A statement begins to run.
  public static let statement = TraceOptions(rawValue: UInt32(SQLITE_TRACE_STMT))
  /// A statement ended, after running for a duration.
  public static let profile = TraceOptions(rawValue: UInt32(SQLITE_TRACE_PROFILE))
  /// A statement returned a row.
  public static let row = TraceOptions(rawValue: UInt32(SQLITE_TRACE_ROW))
  /// The connection closes.
  public static let close = TraceOptions(rawValue: UInt32(SQLITE_TRACE_CLOSE))
}

extension Connection {
  /// Sets the closure that is called for events of some kinds.
  ///
  /// https://www.sqlite.org/c3ref/trace_v2.html
  public func setTraceHook(
    _ options: TraceOptions,
    _ hook: ((borrowing TraceEvent) -> Void)?
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    hooks.trace = hook
    let code = unsafe sqlite3_trace_v2(
      handle,
      hook == nil ? 0 : options.rawValue,
      hook == nil ? nil : traceCallback,
      hooks.context
    )
    try unsafe check(code, of: handle)
  }
}

private let traceCallback:
  @convention(c) (
    UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
  ) -> Int32 = {
    kind,
    context,
    first,
    second in
    guard let hook = unsafe Hooks.at(context)?.trace,
      let event = unsafe TraceEvent(kind, first, second)
    else {
      return 0
    }
    hook(event)
    return 0
  }
