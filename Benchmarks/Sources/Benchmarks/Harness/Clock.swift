import Foundation

/// The kind of time that is measured.
enum Clock: String, Encodable {
  /// The elapsed time.
  case wall
  /// The processor time of the thread: steadier if other programs run, but blind to waiting.
  case processor
  /// The processor time of all threads of the process.
  case process

  /// The milliseconds since some fixed time.
  var milliseconds: Double {
    var time = timespec()
    clock_gettime(identifier, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private var identifier: clockid_t {
    switch self {
    case .wall: CLOCK_MONOTONIC
    case .processor: CLOCK_THREAD_CPUTIME_ID
    case .process: CLOCK_PROCESS_CPUTIME_ID
    }
  }
}
