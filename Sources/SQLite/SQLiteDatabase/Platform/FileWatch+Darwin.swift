#if canImport(Darwin)
  import Darwin

  import Foundation

  /// A watch that reports when a database file's log or journal is written, created or removed.
  ///
  /// It watches them and the folder using kqueue, since FSEvents does not report writes to the log.
  /// It does not open the database file, since closing a descriptor would drop the process's locks.
  final class FileWatch: Sendable {
    private let queue: Int32
    private let folder: Int32
    private let logPaths: [String]

    /// Starts watching.
    ///
    /// - Parameter file: The database's path.
    /// - Returns: `nil` if the folder cannot be watched.
    init?(file: String) {
      let queue = kqueue()
      let path = URL(fileURLWithPath: file).deletingLastPathComponent().path
      let folder = open(path, O_EVTONLY | O_CLOEXEC)
      guard queue >= 0, folder >= 0 else {
        if queue >= 0 { close(queue) }
        if folder >= 0 { close(folder) }
        return nil
      }
      self.queue = queue
      self.folder = folder
      logPaths = [file + "-wal", file + "-journal"]
      add(ident: UInt(folder), filter: EVFILT_VNODE, flags: EV_ADD | EV_CLEAR)
      // A woken thread that continues nevertheless has to wait again.
      add(ident: 1, filter: EVFILT_USER, flags: EV_ADD | EV_CLEAR)
    }

    deinit {
      close(queue)
      close(folder)
    }

    /// Does nothing: an event that no one takes costs little.
    func pause() {}

    /// Does nothing: each wait opens the files again.
    func renew() -> Bool { false }

    /// Ends the current wait, or else the next one.
    func wake() { add(ident: 1, filter: EVFILT_USER, flags: 0, fflags: UInt32(NOTE_TRIGGER)) }

    func wait(milliseconds: Int) -> Bool {
      // The log is created and removed, so each wait opens it again.
      let logs = logPaths.map { open($0, O_EVTONLY | O_CLOEXEC) }.filter { $0 >= 0 }
      defer { logs.forEach { close($0) } }
      for log in logs { add(ident: UInt(log), filter: EVFILT_VNODE, flags: EV_ADD | EV_CLEAR) }
      var event = kevent()
      var timeout = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
      guard kevent(queue, nil, 0, &event, 1, &timeout) > 0 else { return false }
      return event.filter == Int16(EVFILT_VNODE)
    }

    private func add(ident: UInt, filter: Int32, flags: Int32, fflags: UInt32? = nil) {
      let notes = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME)
      var change = kevent(
        ident: ident,
        filter: Int16(filter),
        flags: UInt16(flags),
        fflags: fflags ?? (filter == EVFILT_VNODE ? notes : 0),
        data: 0,
        udata: nil
      )
      _ = kevent(queue, &change, 1, nil, 0, nil)
    }
  }
#endif
