import CPostgreSQL

/// A notice or warning from the server.
///
/// Its description omits the server's DETAIL, which quotes rows. Messages that a function raises
/// with `RAISE NOTICE` are shown unchanged.
public struct PostgresNotice: Sendable, Hashable, CustomStringConvertible {
  /// The severity: `NOTICE`, `WARNING`, `INFO`, `LOG` or `DEBUG`.
  ///
  /// It is `FATAL` for the last words of a session that the server ends while it runs nothing.
  public let severity: String
  /// The code.
  public let code: SQLState
  /// The message.
  public let message: String
  /// Advice on what to do, if the server has any.
  public let hint: String?

  /// The severity, the message and the hint.
  public var description: String { "\(severity): \(message)" + (hint.map { " (\($0))" } ?? "") }
}

/// The receiver of a connection's notices; libpq holds its address while the connection is open.
final class NoticeReceiver {
  private let onNotice: (@Sendable (PostgresNotice) -> Void)?
  /// Whether the server has said that it ends the session.
  ///
  /// To libpq, an error is a notice if no statement is running.
  private(set) var saysEnd = false

  init(_ onNotice: (@Sendable (PostgresNotice) -> Void)?) { self.onNotice = onNotice }

  /// Makes libpq call the closure instead of printing notices.
  ///
  /// The receiver must be kept alive until the connection is closed.
  func receive(from connection: OpaquePointer) {
    _ = unsafe livesql_PQsetNoticeReceiver(
      connection,
      { argument, result in
        guard let argument = unsafe argument else { return }
        let receiver = unsafe Unmanaged<NoticeReceiver>.fromOpaque(argument).takeUnretainedValue()
        unsafe receiver.note(result)
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  private func note(_ result: OpaquePointer?) {
    let severity = unsafe ResultHandle.field("V", of: result) ?? "NOTICE"
    let code = SQLState(rawValue: unsafe ResultHandle.field("C", of: result) ?? "00000")
    // After a crash of another session, the server says it by a warning.
    if ["FATAL", "PANIC"].contains(severity) || code == .crashShutdown { saysEnd = true }
    guard let onNotice else { return }
    onNotice(
      PostgresNotice(
        severity: severity,
        code: code,
        message: unsafe ResultHandle.field("M", of: result) ?? "",
        hint: unsafe ResultHandle.field("H", of: result)
      )
    )
  }
}
