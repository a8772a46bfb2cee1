public import Foundation
import SQLite

extension Database {
  /// Which events a trace tells of.
  public struct TracingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes options of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A statement begins to run.
    public static let statement = TracingOptions(rawValue: 1)
    /// A statement has ended, with the time that it took.
    public static let profile = TracingOptions(rawValue: 2)
  }

  /// What a trace tells of.
  ///
  /// Its description is the SQL, without the values that were bound, unless the configuration shows them.
  public enum TraceEvent: CustomStringConvertible {
    /// A statement that is traced.
    public struct Statement: CustomStringConvertible {
      let traced: TracedStatement
      let showsArguments: Bool

      /// The SQL text, with `?` for the values; for a statement of a trigger, a comment that names it.
      public var sql: String { traced.sql }

      /// The SQL text with the values that were bound, as long as the trace's closure runs.
      ///
      /// They may be private: do not log it. It is made when it is asked for.
      public var expandedSQL: String { traced.expandedSQL }

      /// The SQL text, with the values where the configuration shows them.
      public var description: String { showsArguments ? expandedSQL : sql }
    }

    /// A statement begins to run.
    case statement(Statement)
    /// A statement has ended.
    ///
    /// SQLite measures the time; between the rows that a cursor reads it goes on.
    case profile(statement: Statement, duration: TimeInterval)

    /// The SQL text, with the time that the statement took where it has ended.
    public var description: String { line { $0.description } }

    /// The same, with the values that were bound, which may be private.
    public var expandedDescription: String { line { $0.expandedSQL } }

    private func line(_ text: (Statement) -> String) -> String {
      switch self {
      case .statement(let statement): text(statement)
      case .profile(let statement, let duration):
        "\(Duration.seconds(duration).formattedMilliseconds) ms \(text(statement))"
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
  ///     if case .profile(let statement, let duration) = event, duration > 0.1 { print("slow:", statement.sql) }
  ///   }
  /// }
  /// ```
  ///
  /// It runs on the connection's thread, while SQLite runs the statement: it must not use the database. The statements
  /// that the library runs for itself are left out, but for those that begin and end transactions and savepoints. A
  /// connection has one trace: another one takes its place.
  ///
  /// - Parameters:
  ///   - options: What to tell of; the statements that begin to run unless given.
  ///   - trace: Gets the events; `nil` ends the trace.
  ///
  /// https://www.sqlite.org/c3ref/trace_v2.html
  public func trace(
    options: TracingOptions = .statement,
    _ trace: ((_ event: TraceEvent) -> Void)? = nil
  ) {
    var kinds: TraceOptions = []
    if options.contains(.statement) { kinds.insert(.statement) }
    if options.contains(.profile) { kinds.insert(.profile) }
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

/// Knows the statements that the library runs for itself, which no trace tells of.
///
/// It is used on the connection's thread alone.
final class Tracer {
  private var quiet: Set<String> = [
    ControlStatement.schemaVersion.sql, ControlStatement.dataVersion.sql,
  ]

  /// How many of the library's own statements are running.
  var ownCount = 0

  func isQuiet(_ sql: String) -> Bool { ownCount > 0 || quiet.contains(sql) }

  func add(_ sql: String) { quiet.insert(sql) }
}

extension Duration {
  /// The milliseconds with three digits after the point.
  fileprivate var formattedMilliseconds: String {
    let microseconds = Int((self / .microseconds(1)).rounded())
    return "\(microseconds / 1000).\(String(microseconds % 1000 + 1000).dropFirst())"
  }
}
