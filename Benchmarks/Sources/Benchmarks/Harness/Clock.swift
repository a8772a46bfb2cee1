import Foundation

/// What is measured.
enum Clock: String, Encodable {
  /// The time that goes by.
  case wall
  /// The time that the thread has a processor: steadier where other programs run, but blind to waiting.
  case processor

  /// The milliseconds since some moment.
  var milliseconds: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
