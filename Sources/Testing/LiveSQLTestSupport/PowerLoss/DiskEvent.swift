import SQLite

/// An operation on the files of a folder that matters when the power fails.
package enum DiskEvent: Sendable, Hashable {
  /// A file is opened, and created if it does not exist.
  ///
  /// - Parameter syncsName: Whether the first sync of a new file also waits for the folder, as
  ///   SQLite does with journals.
  case open(String, syncsName: Bool)
  case write(String, offset: Int, [UInt8])
  case truncate(String, size: Int)
  /// The writes to a file are synced.
  case sync(String)
  /// A file is deleted.
  ///
  /// - Parameter isSynced: Whether the folder is synced as well.
  case delete(String, isSynced: Bool)
}

extension DiskEvent {
  /// Creates the event of a VFS operation; `nil` if it changes no named file.
  init?(_ operation: VFSOperation) {
    guard let path = operation.path else { return nil }
    switch operation.kind {
    case .open:
      self = .open(path, syncsName: [.mainJournal, .superJournal, .wal].contains(operation.file))
    case .write:
      guard let content = operation.content else { return nil }
      self = .write(path, offset: Int(operation.offset), content)
    case .truncate: self = .truncate(path, size: Int(operation.offset))
    case .sync: self = .sync(path)
    case .delete: self = .delete(path, isSynced: operation.syncsDirectory)
    default: return nil
    }
  }
}
