import Synchronization
package import Terminal

/// A destination that keeps what is written.
package final class MemoryDestination: OutputDestination {
  package let terminalSize: TerminalSize?
  private let failure: OutputFailure?
  private let bytes = Mutex<[UInt8]>([])

  /// Creates a destination that keeps everything, or one where each write fails.
  package init(terminalSize: TerminalSize? = nil, failure: OutputFailure? = nil) {
    self.terminalSize = terminalSize
    self.failure = failure
  }

  package func write(_ bytes: [UInt8]) throws(OutputFailure) {
    if let failure { throw failure }
    self.bytes.withLock { $0 += bytes }
  }

  /// What was written.
  package var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// An input that gives a text in small pieces.
package final class MemoryInput: InputSource {
  package let isTerminal: Bool
  private let rest: Mutex<ArraySlice<UInt8>>

  /// Creates an input; without a text, it is a terminal on which no one types.
  package init(_ text: String?) {
    isTerminal = text == nil
    rest = Mutex(Array((text ?? "").utf8)[...])
  }

  /// Creates an input of bytes.
  package init(bytes: [UInt8]) {
    isTerminal = false
    rest = Mutex(bytes[...])
  }

  package func read() -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(7) }
      return Array(rest.prefix(7))
    }
  }
}

extension Palette {
  /// A palette without colours.
  package static let none = Palette(hasColors: false)
  /// A palette with colours.
  package static let colors = Palette(hasColors: true)
}
