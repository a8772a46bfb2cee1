#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Android
  #endif
  import Synchronization

  /// Tells when a database file, its log or its journal is written.
  ///
  /// It watches these files alone, by [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html): what happens to
  /// others in the folder costs nothing. It opens none of them: closing any descriptor of a database file would drop the
  /// process's locks on it.
  ///
  /// State: the system's numbers of the watches, guarded by a mutex.
  final class FileWatch: Sendable {
    private let events: Int32
    /// The two ends of a pipe that ends a wait.
    private let wakeup: Int32
    private let waker: Int32
    /// The database, which is always there, and what may be beside it.
    private let paths: [String]
    private let watches = Mutex<Set<Int32>>([])

    /// Begins to watch.
    ///
    /// - Parameter file: The database's path.
    /// - Returns: `nil` where there is no such file, or the system has no watch left to give.
    init?(file: String) {
      let events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      var pipeEnds: [Int32] = [-1, -1]
      let watch = events >= 0 ? Self.watch(file, events) : -1
      guard watch >= 0, pipe(&pipeEnds) == 0 else {
        for descriptor in [events] + pipeEnds where descriptor >= 0 { close(descriptor) }
        return nil
      }
      for end in pipeEnds {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        // A pipe that nobody reads for long must not block who wakes.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      self.events = events
      (wakeup, waker) = (pipeEnds[0], pipeEnds[1])
      paths = [file, file + "-wal", file + "-journal"]
      _ = renew()
    }

    private static func watch(_ path: String, _ events: Int32) -> Int32 {
      inotify_add_watch(events, path, UInt32(IN_MODIFY | IN_DELETE_SELF))
    }

    deinit {
      close(events)
      close(wakeup)
      close(waker)
    }

    /// Watches the files that have come meanwhile, and again after `pause`.
    ///
    /// A watch goes with its file.
    ///
    /// - Returns: Whether a file is watched that was not before.
    func renew() -> Bool {
      watches.withLock { watches in
        let known = watches
        watches = Set(paths.map { Self.watch($0, events) }.filter { $0 >= 0 })
        return !watches.isSubset(of: known)
      }
    }

    /// Watches nothing until `renew`: the system takes time to tell of each write.
    func pause() {
      watches.withLock { watches in
        // Numbers of files that have gone since are not given again.
        for number in watches { _ = inotify_rm_watch(events, number) }
        watches = []
      }
      // What is left tells of the past, and that the watches are gone.
      _ = takeEvents()
    }

    /// Ends the wait that is going on, or else the next one.
    func wake() { _ = write(waker, [1], 1) }

    private func takeWakes() {
      var bytes = (UInt64(0), UInt64(0))
      while read(wakeup, &bytes, 16) > 0 {}
    }

    /// Blocks the thread until a file is touched, or a time is over.
    ///
    /// - Returns: Whether a file was touched.
    func wait(milliseconds: Int) -> Bool {
      var descriptors = [
        pollfd(fd: events, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, Int32(clamping: milliseconds)) > 0 else { return false }
      // Who is woken and goes on nevertheless has to wait again.
      if descriptors[1].revents != 0 { takeWakes() }
      return takeEvents()
    }

    /// Reads the events that are there.
    ///
    /// - Returns: Whether there were some. Each is of a file that matters, or an overflow of the system's queue, which may have
    ///   hidden one.
    private func takeEvents() -> Bool {
      var isTouched = false
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
        while read(events, buffer.baseAddress, buffer.count) > 0 { isTouched = true }
      }
      return isTouched
    }
  }
#endif
