#if LIVESQL_THREAD_SANITIZER && canImport(Glibc)
  import Glibc
  import Synchronization

  /// A replacement that makes waiting for a `Mutex` visible to the thread sanitizer.
  ///
  /// It is built only by `Scripts/tsan`. Taking a free mutex is inlined into our code, which the
  /// sanitizer sees. If the mutex is taken, that code calls the function below in a library that is
  /// not built for the sanitizer (Swift 6.3.1), and the sanitizer then reports everything the mutex
  /// guards as a race. This function replaces the library's: it has its name, and this type has the
  /// layout of `_MutexHandle`. It spins instead of waiting in the kernel, so no thread is ever in
  /// the kernel's queue, and `_unlockSlow` is never needed.
  ///
  /// Remove it when the sanitizer reports no false races without it.
  struct SanitizedMutexHandle: ~Copyable {
    private let storage: Atomic<UInt32>

    @_silgen_name("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF")
    borrowing func lockSlow(_ thread: UInt32) {
      while !storage.compareExchange(
        expected: 0,
        desired: thread,
        successOrdering: .acquiring,
        failureOrdering: .relaxed
      ).exchanged {
        sched_yield()
      }
    }
  }
#endif
