import CPostgreSQL

/// A notice or a warning of the server.
///
/// Its description holds no DETAIL, which quotes rows; what a function's `RAISE NOTICE` says is shown as it is.
public struct PostgresNotice: Sendable, Hashable, CustomStringConvertible {
  /// How grave it is: `NOTICE`, `WARNING`, `INFO`, `LOG` or `DEBUG`.
  public let severity: String
  /// The code.
  public let code: SQLState
  /// The message.
  public let message: String
  /// What to do, where the server has an idea.
  public let hint: String?

  /// The severity, the message and the hint.
  public var description: String { "\(severity): \(message)" + (hint.map { " (\($0))" } ?? "") }
}

/// What is done with notices; libpq holds its address as long as the connection is open.
final class NoticeReceiver {
  private let onNotice: (@Sendable (PostgresNotice) -> Void)?

  init(_ onNotice: (@Sendable (PostgresNotice) -> Void)?) { self.onNotice = onNotice }

  /// Has libpq call the closure, and print nothing itself.
  ///
  /// The receiver must be kept until the connection is closed.
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
    guard let onNotice else { return }
    onNotice(
      PostgresNotice(
        severity: unsafe ResultHandle.field("V", of: result) ?? "NOTICE",
        code: SQLState(rawValue: unsafe ResultHandle.field("C", of: result) ?? "00000"),
        message: unsafe ResultHandle.field("M", of: result) ?? "",
        hint: unsafe ResultHandle.field("H", of: result)
      )
    )
  }
}
