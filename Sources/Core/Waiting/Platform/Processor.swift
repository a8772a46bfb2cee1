#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processor that runs the current thread.
package enum Processor {
  /// Lets another thread that waits for the processor run.
  package static func yield() { _ = sched_yield() }
}
