import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An external event for a program.
package enum ProcessEvent: Sendable, Hashable {
  /// A signal that asks the program to end: SIGINT, SIGTERM or SIGHUP.
  case termination(signal: Int32)
  /// The size of the terminal has changed.
  case terminalResized
  /// Nobody reads standard output any longer.
  case outputClosed
}

/// The numbers of signals.
package enum SignalNumber {
  /// The signal of Ctrl-C.
  package static let interrupt = SIGINT
}

/// The end of the pipe that signal handlers write to; -1 until there is one.
///
/// A handler may do very little: it writes the signal's number to a pipe, from which a thread reads
/// it.
private let signalPipe = Atomic<Int32>(-1)

/// Makes writing to a closed pipe fail with an error instead of ending the program by a signal.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Returns the events of this program from now on; must be called once.
///
/// It is for the start of a program alone, which passes the events on: from then on, signals no
/// longer end the process.
///
/// The sequence ends after standard output was closed. Its thread lives as long as the program.
package func processEvents() -> AsyncStream<ProcessEvent> {
  let (events, continuation) = AsyncStream.makeStream(of: ProcessEvent.self)
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else {
    continuation.finish()
    return events
  }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  // A handler must never block.
  _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
  signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
  for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH] { signal(number, noteSignal) }
  let input = ends[0]
  Thread.detachNewThread { readEvents(from: input, continuation) }
  return events
}

private func noteSignal(_ number: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = saved
}

/// Waits for signals and for the end of standard output.
private func readEvents(from input: Int32, _ continuation: AsyncStream<ProcessEvent>.Continuation) {
  // Without any requested event, `poll` still reports that the other end is closed.
  var requests = [
    pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: 1, events: 0, revents: 0),
  ]
  while true {
    guard poll(&requests, 2, -1) > 0 else { continue }
    if requests[1].revents != 0 {
      continuation.yield(.outputClosed)
      requests[1].fd = -1
    }
    guard requests[0].revents != 0 else { continue }
    var byte: UInt8 = 0
    guard read(input, &byte, 1) == 1 else { continue }
    let number = Int32(byte)
    continuation.yield(number == SIGWINCH ? .terminalResized : .termination(signal: number))
  }
}
