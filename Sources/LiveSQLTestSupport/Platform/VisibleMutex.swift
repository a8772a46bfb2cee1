#if LIVESQL_THREAD_SANITIZER && canImport(Glibc)
  import Glibc
  import Synchronization

  /// Makes a `Mutex` that somebody waited for visible to the thread sanitizer.
  ///
  /// `Scripts/tsan` alone builds it. A mutex that is free is taken by code that the compiler puts into ours, which the
  /// sanitizer sees; for one that is taken it calls the function below, of a library that is not built for the sanitizer
  /// (Swift 6.3.1), which then holds all that the mutex guards to be a race. This takes the function's place: it has its
  /// name, and `_MutexHandle`'s layout. It asks again and again instead of letting the kernel wait, so that nobody is
  /// ever in the kernel's line, and `_unlockSlow` is never needed.
  ///
  /// To be removed when the sanitizer keeps silent without it.
  struct VisibleMutexHandle: ~Copyable {
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
