import Synchronization

@testable import LiveSQLCommand

/// Keeps what is written.
final class TextDestination: OutputDestination {
  private let bytes = Mutex<[UInt8]>([])

  var terminalSize: TerminalSize? { nil }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func write(_ bytes: [UInt8]) throws(OutputFailure) { self.bytes.withLock { $0 += bytes } }
}
