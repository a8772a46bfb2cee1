import SQLite

/// Something that is done to the files of a folder, as far as it matters when the power fails.
package enum DiskEvent: Sendable, Hashable {
  /// A file is opened, and made where there is none.
  ///
  /// - Parameter syncsName: Whether the first sync of a file that is made waits for the folder too, as SQLite does
  ///   with journals.
  case open(String, syncsName: Bool)
  case write(String, offset: Int, [UInt8])
  case truncate(String, size: Int)
  /// What was written to a file is waited for.
  case sync(String)
  /// A file is deleted.
  ///
  /// - Parameter isSynced: Whether the folder is waited for.
  case delete(String, isSynced: Bool)
}

extension DiskEvent {
  /// The event that an operation of SQLite is; `nil` where it changes no file that has a name.
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
