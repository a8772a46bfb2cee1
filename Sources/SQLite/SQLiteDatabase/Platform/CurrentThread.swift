#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The current thread.
enum CurrentThread {
  /// A number that no other living thread has; never 0.
  static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Blocks the thread.
  static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }
}
