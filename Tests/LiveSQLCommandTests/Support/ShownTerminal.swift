import Foundation
import Synchronization
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

/// A terminal in memory that notifies waiters when something is written.
final class ShownTerminal: OutputDestination {
  private struct State {
    var terminal: VirtualTerminal
    var size: TerminalSize
    var bells = 0
    var waiterCount = 0
    var waiters: [Waiter] = []
  }

  private struct Waiter {
    let number: Int
    let isShown: @Sendable ([String]) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let state: Mutex<State>

  init(columns: Int = 60, rows: Int = 14) {
    state = Mutex(
      State(
        terminal: VirtualTerminal(columns: columns, rows: rows),
        size: TerminalSize(columns: columns, rows: rows)
      )
    )
  }

  var terminalSize: TerminalSize? { state.withLock { $0.size } }
  var lines: [String] { state.withLock { $0.terminal.lines } }
  var bells: Int { state.withLock { $0.bells } }
  var isCursorVisible: Bool { state.withLock { $0.terminal.isCursorVisible } }

  /// Gives the terminal another size, with an empty screen.
  func resize(columns: Int, rows: Int) {
    state.withLock { state in
      state.size = TerminalSize(columns: columns, rows: rows)
      state.terminal = VirtualTerminal(columns: columns, rows: rows)
    }
  }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    let text = String(decoding: bytes, as: UTF8.self)
    let woken = state.withLock { state in
      state.bells += text.count { $0 == "\u{7}" }
      state.terminal.write(text.filter { $0 != "\u{7}" })
      let lines = state.terminal.lines
      let woken = state.waiters.filter { $0.isShown(lines) }
      state.waiters.removeAll { $0.isShown(lines) }
      return woken
    }
    for waiter in woken { waiter.continuation.resume(returning: true) }
  }

  /// Waits until the screen shows what a closure looks for; reports the screen if the test is
  /// cancelled before.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation,
    until isShown: @escaping @Sendable ([String]) -> Bool
  ) async {
    let number = state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    let wasShown = await withTaskCancellationHandler {
      await isSeen(isShown, by: number)
    } onCancel: {
      giveUp(number)
    }
    let screen = lines.joined(separator: "\n")
    #expect(wasShown, "not shown; the screen:\n\(screen)", sourceLocation: sourceLocation)
  }

  private func isSeen(_ isShown: @escaping @Sendable ([String]) -> Bool, by number: Int) async
    -> Bool
  {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Bool? in
        if isShown(state.terminal.lines) { return true }
        if Task.isCancelled { return false }
        state.waiters.append(Waiter(number: number, isShown: isShown, continuation: continuation))
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      let index = state.waiters.firstIndex { $0.number == number }
      return index.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  /// Waits until a line contains a text.
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await wait(sourceLocation: sourceLocation) { lines in lines.contains { $0.contains(text) } }
  }
}
