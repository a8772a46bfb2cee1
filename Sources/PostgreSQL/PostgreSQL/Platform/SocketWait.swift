import DatabaseTypes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A namespace for waiting until a socket is readable.
enum SocketWait {
  /// The reason why the wait ended.
  enum Outcome { case readable, woken, timedOut }

  /// Waits until a socket is readable, its peer has closed it, a waker wakes, or the time is over.
  ///
  /// It blocks the thread.
  ///
  /// - Parameters:
  ///   - socket: The descriptor.
  ///   - waker: The descriptor of a waker, or a negative number.
  ///   - deadline: The time at which to give up; `nil` for never.
  static func untilReadable(
    _ socket: Int32,
    waker: Int32 = -1,
    deadline: ContinuousClock.Instant?
  ) -> Outcome {
    var waited = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waker, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = unsafe poll(&waited, 2, milliseconds(until: deadline))
      if count > 0 { return waited[0].revents != 0 ? .readable : .woken }
      if count == 0, let deadline, deadline <= .now { return .timedOut }
      // If a socket cannot be polled, report it as readable: reading it reveals the error.
      if count < 0, errno != EINTR { return .readable }
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    return Int32(clamping: (deadline - .now).wholeMilliseconds)
  }
}

/// A pipe with one end that a thread waits for, and another that any thread may write to.
struct WakePipe: ~Copyable, Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// Creates a pipe; if the system has no descriptors left, it never wakes anyone.
  init() {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    if readEnd >= 0 { close(readEnd) }
    if writeEnd >= 0 { close(writeEnd) }
  }

  /// Wakes the thread that is waiting, or the next one that waits.
  func wake() {
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Discards pending wake-ups.
  func clear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while unsafe read(readEnd, &bytes, 16) > 0 {}
  }
}
