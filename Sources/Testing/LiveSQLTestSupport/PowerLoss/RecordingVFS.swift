package import SQLite
import Synchronization

/// A VFS that records file operations, for tests of what a power loss at any point would leave.
///
/// ```swift
/// let vfs = try RecordingVFS()
/// let database = try DatabaseQueue(path: path, configuration: …)
/// try database.write { … }
/// vfs.note(1)
/// for moment in vfs.moments { … }
/// ```
///
/// Nothing is really synced: the files are in a folder that is removed with the test.
///
/// State: the recorded notes, guarded by the mutex; the connections' threads and the test append to
/// them.
package final class RecordingVFS: Sendable {
  /// A recorded entry.
  package enum Note: Sendable {
    case event(DiskEvent)
    /// A mark set by the test, for example to record that something was acknowledged.
    case mark(Int)
  }

  private final class Recording: Sendable {
    let notes = Mutex<[Note]>([])
  }

  private let recording: Recording
  private let shim: VFSShim

  /// Registers a VFS under a unique name.
  package init() throws(SQLiteError) {
    let recording = Recording()
    self.recording = recording
    let number = numbers.add(1, ordering: .relaxed).newValue
    shim = try VFSShim(name: "livesql-recording-\(number)", includingContent: true) { operation in
      if let event = DiskEvent(operation) { recording.notes.withLock { $0.append(.event(event)) } }
      return operation.kind == .sync ? .pretend : .proceed
    }
  }

  /// The name with which connections open it.
  package var name: String { shim.name }

  /// All entries recorded so far.
  package var notes: [Note] { recording.notes.withLock { $0 } }

  /// Records a mark of the test.
  package func note(_ mark: Int) { recording.notes.withLock { $0.append(.mark(mark)) } }

  /// Removes all recorded entries.
  package func forget() { recording.notes.withLock { $0 = [] } }
}

/// A counter that makes the names of the process's VFSs unique.
private let numbers = Atomic<Int>(0)
