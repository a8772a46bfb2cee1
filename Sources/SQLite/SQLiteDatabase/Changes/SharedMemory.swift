import DatabaseTypes
import Foundation
import Synchronization

/// The location of a database's content, used to find commits of others.
enum DatabaseContent {
  /// The content is in a file.
  case file(String)
  /// The content is in memory that other objects of this process can open by name.
  case sharedMemory(String)
  /// The content is in private memory.
  case privateMemory

  /// The name that distinguishes it from attached files; empty for private memory.
  var name: String {
    switch self {
    case .file(let name), .sharedMemory(let name): name
    case .privateMemory: ""
    }
  }

  /// Determines the location of a connection's content.
  ///
  /// - Parameters:
  ///   - path: The path with which the connection was opened.
  ///   - file: SQLite's name of the file.
  ///   - vfs: The VFS with which the connection was opened.
  ///
  /// https://www.sqlite.org/inmemorydb.html
  init(path: String, file: String, vfs: String?) {
    let isMemoryVFS = vfs == "memdb" || path.hasPrefix("file:") && path.contains("vfs=memdb")
    if isMemoryVFS, file.hasPrefix("/") {
      self = .sharedMemory(file)
    } else if isMemoryVFS {
      self = .privateMemory
    } else if !file.isEmpty {
      self = .file(file)
    } else if path.hasPrefix("file:"), path.contains("cache=shared") {
      self = .sharedMemory(String(path.prefix { $0 != "?" }))
    } else {
      self = .privateMemory
    }
  }
}

/// A registry of the database objects of this process that share memory.
///
/// Shared memory has no file that could be watched for commits. State: the monitors by the name of
/// the memory, guarded by a mutex.
enum SharedMemory {
  private struct Member {
    weak var monitor: ExternalChangeMonitor?
  }

  private static let members = Mutex<[ByteText: [Member]]>([:])

  static func join(_ name: String, _ monitor: ExternalChangeMonitor) {
    let name = ByteText(name)
    members.withLock { members in
      let others = (members[name] ?? []).filter { $0.monitor != nil }
      members[name] = others + [Member(monitor: monitor)]
    }
  }

  /// Notifies the other objects that share a memory of a commit.
  static func didCommit(to name: String, by source: ChangeSource) {
    let monitors = members.withLock { $0[ByteText(name)]?.compactMap(\.monitor) ?? [] }
    for monitor in monitors where !monitor.isOf(source) { monitor.scheduleCheck() }
  }
}
