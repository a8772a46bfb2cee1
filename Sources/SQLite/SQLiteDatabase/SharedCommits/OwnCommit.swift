import SQLite

/// A commit that was announced to other processes.
struct AnnouncedCommit: Sendable {
  /// The file in which it was announced.
  let file: SharedFile
  /// Its number in that file.
  let number: UInt64
}

/// A commit of this object.
struct OwnCommit {
  let before: CommitState
  /// The announcement, if it was announced to other processes.
  let announced: AnnouncedCommit?
  /// The number of pages that the connection had written before.
  let writtenPageCount: Int
  /// The state after the commit; `nil` if it is not certain.
  var after: CommitState?
  /// Whether the commit wrote nothing, so that it did not change the state.
  var isEmpty: Bool { after == before }
}
