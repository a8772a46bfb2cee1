#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Android
  #endif
  import Synchronization

  /// Tells when files of a folder are written, created or removed.
  ///
  /// It watches the folder, by [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html), and opens none of
  /// its files: closing any descriptor of a database file would drop the process's locks on it.
  final class FolderWatch: Sendable {
    private let events: Int32
    /// The two ends of a pipe that ends a wait.
    private let wakeup: Int32
    private let waker: Int32
    private let names: Set<String>
    private let folder: String
    /// The system's number of the watch; -1 while nothing is watched.
    private let watch: Atomic<Int32>

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - names: The files that matter.
    /// - Returns: `nil` where the system has no watch left to give.
    init?(folder: String, names: Set<String>) {
      let events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      var pipeEnds: [Int32] = [-1, -1]
      let watch = events >= 0 ? Self.watch(folder, events) : -1
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
      self.names = names
      self.folder = folder
      self.watch = Atomic(watch)
    }

    private static func watch(_ folder: String, _ events: Int32) -> Int32 {
      let mask = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO
      return inotify_add_watch(events, folder, UInt32(mask))
    }

    deinit {
      close(events)
      close(wakeup)
      close(waker)
    }

    /// Watches nothing until `resume`: the system takes time to tell of each write.
    func pause() {
      let number = watch.exchange(-1, ordering: .relaxed)
      guard number >= 0 else { return }
      _ = inotify_rm_watch(events, number)
      // What is left tells of the past, and that the watch is gone.
      _ = takeEvents()
    }

    /// Watches again after `pause`.
    func resume() { watch.store(Self.watch(folder, events), ordering: .relaxed) }

    /// Ends the wait that is going on, or else the next one.
    func wake() { _ = write(waker, [1], 1) }

    private func takeWakes() {
      var bytes = (UInt64(0), UInt64(0))
      while read(wakeup, &bytes, 16) > 0 {}
    }

    /// Blocks the thread until a file that matters is touched, or a time is over.
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
    private func takeEvents() -> Bool {
      var isTouched = false
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
        while case let count = read(events, buffer.baseAddress, buffer.count), count > 0 {
          isTouched = containsName(UnsafeRawBufferPointer(rebasing: buffer[..<count])) || isTouched
        }
      }
      return isTouched
    }

    private func containsName(_ buffer: UnsafeRawBufferPointer) -> Bool {
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= buffer.count {
        let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let name = buffer[(offset + header)..<(offset + header + length)].prefix { $0 != 0 }
        // An overflow of the system's queue has no name, and may have hidden what matters.
        if length == 0 || names.contains(String(decoding: name, as: UTF8.self)) { return true }
        offset += header + length
      }
      return false
    }
  }
#endif
