/// A receiver of log messages of a database.
///
/// ```swift
/// configuration.logger = DatabaseLogger { level, message in print(level, message) }
/// ```
public struct DatabaseLogger: Sendable {
  /// The severity of a message.
  public enum Level: String, Sendable, Hashable {
    /// Information for debugging.
    case debug
    /// A condition that may cause problems.
    case warning
    /// An error that occurred in the background.
    case error
  }

  private let receive: @Sendable (Level, String) -> Void

  /// Creates a logger.
  ///
  /// - Parameter receive: Receives messages, on any thread.
  public init(_ receive: @escaping @Sendable (_ level: Level, _ message: String) -> Void) {
    self.receive = receive
  }

  /// Passes a message on.
  package func log(_ level: Level, _ message: String) { receive(level, message) }
}
