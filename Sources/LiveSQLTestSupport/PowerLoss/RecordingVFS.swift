package import SQLite
import Synchronization

/// A VFS that notes what is done to files, so that a test can tell what a loss of power at any moment would leave.
///
/// ```swift
/// let vfs = try RecordingVFS()
/// let database = try DatabaseQueue(path: path, configuration: …)
/// try database.write { … }
/// vfs.note(1)
/// for moment in vfs.moments { … }
/// ```
///
/// Nothing is waited for: the files lie in a folder that goes with the test.
///
/// State: what was noted, guarded by the mutex, added to by the threads of connections and by the test.
package final class RecordingVFS: Sendable {
  /// Something that was noted.
  package enum Note: Sendable {
    case event(DiskEvent)
    /// What the test has noted, as that something was acknowledged.
    case mark(Int)
  }

  private final class Recording: Sendable {
    let notes = Mutex<[Note]>([])
  }

  private let recording: Recording
  private let shim: VFSShim

  /// Registers a VFS under a name of its own.
  package init() throws(SQLiteError) {
    let recording = Recording()
    self.recording = recording
    let number = numbers.add(1, ordering: .relaxed).newValue
    shim = try VFSShim(name: "livesql-recording-\(number)", tellingContent: true) { operation in
      if let event = DiskEvent(operation) { recording.notes.withLock { $0.append(.event(event)) } }
      return operation.kind == .sync ? .pretend : .proceed
    }
  }

  /// The name by which connections are opened with it.
  package var name: String { shim.name }

  /// What was noted until now.
  package var notes: [Note] { recording.notes.withLock { $0 } }

  /// Notes what the test knows now.
  package func note(_ mark: Int) { recording.notes.withLock { $0.append(.mark(mark)) } }

  /// Forgets what was noted.
  package func forget() { recording.notes.withLock { $0 = [] } }
}

/// Makes the names of the process's VFSs differ.
private let numbers = Atomic<Int>(0)
