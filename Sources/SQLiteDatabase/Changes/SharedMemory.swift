import Foundation
import Synchronization

/// Where the content of a database is, for those who look for others' commits.
enum DatabaseContent {
  /// In a file.
  case file(String)
  /// In memory that other objects of this process can open by a name.
  case sharedMemory(String)
  /// In memory that nobody else can open.
  case ownMemory

  /// Tells it from attached files; empty where there is nothing to look for.
  var name: String {
    switch self {
    case .file(let name), .sharedMemory(let name): name
    case .ownMemory: ""
    }
  }

  /// The content of a connection.
  ///
  /// - Parameters:
  ///   - path: The path with which it was opened.
  ///   - file: What SQLite calls the file.
  ///   - vfs: The VFS with which it was opened.
  ///
  /// https://www.sqlite.org/inmemorydb.html
  init(path: String, file: String, vfs: String?) {
    let isMemoryVFS = vfs == "memdb" || path.hasPrefix("file:") && path.contains("vfs=memdb")
    if isMemoryVFS, file.hasPrefix("/") {
      self = .sharedMemory(file)
    } else if isMemoryVFS {
      self = .ownMemory
    } else if !file.isEmpty {
      self = .file(file)
    } else if path.hasPrefix("file:"), path.contains("cache=shared") {
      self = .sharedMemory(String(path.prefix { $0 != "?" }))
    } else {
      self = .ownMemory
    }
  }
}

/// The database objects of this process that share memory: there is no file whose watch tells of commits.
///
/// State: the monitors by the name of the memory, guarded by a mutex.
enum SharedMemory {
  private struct Member {
    weak var monitor: ExternalChangeMonitor?
  }

  private static let members = Mutex<[String: [Member]]>([:])

  static func join(_ name: String, _ monitor: ExternalChangeMonitor) {
    members.withLock { members in
      let others = (members[name] ?? []).filter { $0.monitor != nil }
      members[name] = others + [Member(monitor: monitor)]
    }
  }

  /// Tells the other objects on a memory that one has committed.
  static func didCommit(to name: String, by source: ChangeSource) {
    let monitors = members.withLock { $0[name]?.compactMap(\.monitor) ?? [] }
    for monitor in monitors where !monitor.isOf(source) { monitor.lookSoon() }
  }
}
