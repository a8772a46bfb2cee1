import DatabaseTypes
public import Foundation
import SQLite

extension Database {
  /// The kinds of events that a trace reports.
  public struct TracingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates options from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A statement begins to run.
    public static let statement = TracingOptions(rawValue: 1)
    /// A statement has ended, after running for a duration.
    public static let profile = TracingOptions(rawValue: 2)
  }

  /// An event that a trace reports.
  ///
  /// Its description is the SQL without the bound values, unless the configuration shows them.
  public enum TraceEvent: CustomStringConvertible {
    /// A traced statement.
    public struct Statement: CustomStringConvertible {
      let traced: TracedStatement
      let showsArguments: Bool

      /// The SQL text, with `?` for the values; for a statement of a trigger, a comment naming the
      /// trigger.
      public var sql: String { traced.sql }

      /// The SQL text with the bound values, available while the trace's closure runs.
      ///
      /// Values may be private, so do not log it. It is computed on demand.
      public var expandedSQL: String { traced.expandedSQL }

      /// The SQL text, with the bound values if the configuration shows them.
      public var description: String { showsArguments ? expandedSQL : sql }
    }

    /// A statement begins to run.
    case statement(Statement)
    /// A statement has ended.
    ///
    /// The duration is measured by SQLite, and includes the time between the rows that a cursor
    /// reads.
    case profile(statement: Statement, duration: TimeInterval)

    /// The SQL text, with the duration if the statement has ended.
    public var description: String { line { $0.description } }

    /// The description with the bound values, which may be private.
    public var expandedDescription: String { line { $0.expandedSQL } }

    private func line(_ text: (Statement) -> String) -> String {
      switch self {
      case .statement(let statement): text(statement)
      case .profile(let statement, let duration):
        "\(duration.formattedMilliseconds) ms \(text(statement))"
      }
    }
  }
}

extension Database {
  /// Calls a closure for each statement that this connection runs.
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in db.trace { print("SQL:", $0) } }
  /// configuration.prepareDatabase { db in
  ///   db.trace(options: .profile) { event in
  ///     if case .profile(let statement, let duration) = event, duration > 0.1 {
  ///       print("slow:", statement.sql)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The closure runs on the connection's thread while SQLite runs the statement, so it must not
  /// use the database. Internal statements of the library are not traced, except for those that
  /// begin and end transactions and savepoints. A connection has one trace; setting another one
  /// replaces it.
  ///
  /// - Parameters:
  ///   - options: The events to report; by default, statements that begin to run.
  ///   - trace: Receives the events; `nil` ends the trace.
  ///
  /// https://www.sqlite.org/c3ref/trace_v2.html
  public func trace(
    options: TracingOptions = .statement,
    _ trace: ((_ event: TraceEvent) -> Void)? = nil
  ) {
    var kinds: TraceOptions = []
    if options.contains(.statement) { kinds.insert(.statement) }
    if options.contains(.profile) { kinds.insert(.profile) }
    self.tracer.current = (options, trace)
    let (tracer, showsArguments) = (tracer, configuration.showsArgumentsInErrors)
    install { connection in
      guard let trace else { return try connection.setTraceHook([], nil) }
      try connection.setTraceHook(kinds) { event in
        let kind = event.kind
        event.withStatement { traced in
          guard !tracer.isQuiet(traced.sql) else { return }
          let statement = TraceEvent.Statement(traced: traced, showsArguments: showsArguments)
          switch kind {
          case .profile(let time):
            trace(.profile(statement: statement, duration: time / .seconds(1)))
          default: trace(.statement(statement))
          }
        }
      }
    }
  }
}

extension Database {
  /// Returns the statements that a closure runs, without bound values and the library's own.
  ///
  /// A trace that was set before pauses meanwhile.
  package func recordingStatements(_ body: () throws -> Void) rethrows -> [String] {
    let before = tracer.current
    let record = StatementRecord()
    trace { event in
      if case .statement(let statement) = event { record.statements.append(statement.sql) }
    }
    defer { trace(options: before.options, before.trace) }
    try body()
    return record.statements
  }
}

/// The statements that were recorded so far; it is only used on the connection's thread.
private final class StatementRecord {
  var statements: [String] = []
}

/// The internal statements of the library, which traces do not report.
///
/// It is only used on the connection's thread.
final class Tracer {
  private var quiet: Set<ByteText> = [
    ByteText(ControlStatement.schemaVersion.sql), ByteText(ControlStatement.dataVersion.sql),
  ]

  /// The trace that is set, with its options.
  var current: (options: Database.TracingOptions, trace: ((Database.TraceEvent) -> Void)?) =
    (.statement, nil)

  /// The number of running internal statements.
  var ownCount = 0

  func isQuiet(_ sql: String) -> Bool { ownCount > 0 || quiet.contains(ByteText(sql)) }

  func add(_ sql: String) { quiet.insert(ByteText(sql)) }
}

extension TimeInterval {
  /// The seconds as milliseconds with three decimals; as they are if they are no possible time.
  fileprivate var formattedMilliseconds: String {
    guard self >= 0, let microseconds = Int(exactly: (self * 1_000_000).rounded()) else {
      return "\(self * 1000)"
    }
    return "\(microseconds / 1000).\(String(microseconds % 1000 + 1000).dropFirst())"
  }
}
