import Synchronization
import Terminal

@testable import LiveSQLCommand

/// A destination that keeps what is written to it.
final class TextDestination: OutputDestination {
  private let bytes = Mutex<[UInt8]>([])

  var terminalSize: TerminalSize? { nil }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func write(_ bytes: [UInt8]) throws(OutputFailure) { self.bytes.withLock { $0 += bytes } }
}
