import DatabaseTypes
import SQLite

/// The state of the database that its subscribers know.
package struct KnownState: Sendable {
  /// The number of the last change set.
  package let number: Int
  /// The number of commits that had ended and been reported.
  let reportedCount: Int
  /// The last commit known to the subscribers; `nil` if commits of others cannot be distinguished.
  let position: CommitState?
}

extension ChangeSet {
  /// Creates a change set for commits of others in which any row may have changed.
  init(unknownWith number: Int) {
    self.init(number: number, origin: .otherProcess, mayChangeAnyTable: true)
  }
}
