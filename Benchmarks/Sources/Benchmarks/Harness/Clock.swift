import Foundation

/// The kind of time that is measured.
enum Clock: String, Encodable {
  /// The elapsed time.
  case wall
  /// The processor time of the thread: steadier if other programs run, but blind to waiting.
  case processor

  /// The milliseconds since some fixed time.
  var milliseconds: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
