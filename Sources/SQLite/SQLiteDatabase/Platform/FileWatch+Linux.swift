#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Android
  #endif
  import Synchronization

  /// A watch that reports when a database file, its log or its journal is written.
  ///
  /// It watches only these files, using
  /// [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html), so changes to other files in
  /// the folder cost nothing. It does not open them: closing any descriptor of a database file
  /// would drop the process's locks on it.
  ///
  /// State: the system's identifiers of the watches, guarded by a mutex.
  final class FileWatch: Sendable {
    private let events: Int32
    /// The two ends of a pipe that ends a wait.
    private let wakeup: Int32
    private let waker: Int32
    /// The database, which always exists, and the files that may be beside it.
    private let paths: [String]
    private let watches = Mutex<Set<Int32>>([])

    /// Starts watching.
    ///
    /// - Parameter file: The database's path.
    /// - Returns: `nil` if there is no such file, or the system has no watches left.
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
        // A pipe that no one reads for a long time must not block the thread that wakes.
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

    /// Watches files that were created since the last call, and resumes after `pause`.
    ///
    /// A watch is removed together with its file.
    ///
    /// - Returns: Whether a file is watched that was not watched before.
    func renew() -> Bool {
      watches.withLock { watches in
        let known = watches
        watches = Set(paths.map { Self.watch($0, events) }.filter { $0 >= 0 })
        return !watches.isSubset(of: known)
      }
    }

    /// Stops watching until `renew`, since reporting each write takes the system time.
    func pause() {
      watches.withLock { watches in
        // Identifiers of files that were removed since are not reused.
        for number in watches { _ = inotify_rm_watch(events, number) }
        watches = []
      }
      // The remaining events are outdated, or report that the watches were removed.
      _ = takeEvents()
    }

    /// Ends the current wait, or else the next one.
    func wake() { _ = write(waker, [1], 1) }

    private func takeWakes() {
      var bytes = (UInt64(0), UInt64(0))
      while read(wakeup, &bytes, 16) > 0 {}
    }

    /// Blocks the thread until a file is touched or a time has passed.
    ///
    /// - Returns: Whether a file was touched.
    func wait(milliseconds: Int) -> Bool {
      var descriptors = [
        pollfd(fd: events, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, Int32(clamping: milliseconds)) > 0 else { return false }
      // A woken thread that continues nevertheless has to wait again.
      if descriptors[1].revents != 0 { takeWakes() }
      return takeEvents()
    }

    /// Reads the pending events.
    ///
    /// - Returns: Whether there were any. Each belongs to a watched file, or is an overflow of the
    ///   system's queue, which may hide one.
    private func takeEvents() -> Bool {
      var isTouched = false
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
        while read(events, buffer.baseAddress, buffer.count) > 0 { isTouched = true }
      }
      return isTouched
    }
  }
#endif
