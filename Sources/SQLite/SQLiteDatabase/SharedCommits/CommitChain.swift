import DatabaseTypes
import SQLite

/// The last commit to the file that a database object has followed, and reported to its
/// subscribers.
///
/// Commits of others are links from one state of the database to the next. If links lead from the
/// known state to the current one, the rows they touched are all that changed. If a link is
/// missing, a program has committed without reporting it, and any row may have changed.
struct CommitChain: Sendable, Equatable {
  /// The state up to which all commits are known; `nil` if it is unknown.
  private(set) var position: CommitState?
  /// The number of the next possible commit; earlier links are of no use.
  private(set) var next: UInt64 = 1

  /// An entry of the side file.
  enum Link: Sendable, Equatable {
    /// A commit was announced here, and its outcome is not yet known.
    case announced
    /// A later commit has overwritten the entry.
    case overwritten
    case commit(SharedCommit)
  }

  /// The result of following the links.
  enum Outcome: Sendable, Equatable {
    /// The state was reached; with the content of the commits on the way.
    case reached([SharedCommit.Content])
    /// The missing link may be a commit that was announced.
    case undecided
    /// A link is missing.
    case broken

    var isReached: Bool { if case .reached = self { true } else { false } }
  }

  /// Sets the known state.
  ///
  /// - Parameters:
  ///   - state: The state; `nil` if it is unknown.
  ///   - last: The number of the last announced commit, as far as it is known. Without a log, it
  ///     must be a commit up to the state: a committing connection then has the file to itself, and
  ///     the number in its header says little about older commits.
  mutating func jump(to state: CommitState?, last: UInt64?) {
    position = state
    // A number of which there is no next one is of no use.
    guard let last, last < .max else { return }
    if state?.journal == .rollback { return next = last + 1 }
    // A commit contains the state from which it started, so a few old ones do no harm. In a new
    // file, numbers start again.
    let start = last > 16 ? last - 16 : 1
    next = last + 1 < next ? start : max(next, start)
  }

  /// Follows the links to a state.
  ///
  /// - Parameters:
  ///   - target: The current state.
  ///   - last: The number of the last announced commit.
  ///   - link: Returns the entry with a number.
  mutating func follow(
    to target: CommitState,
    last: UInt64,
    link: (UInt64) -> Link
  ) -> Outcome {
    guard var state = position else { return .broken }
    var (contents, isUndecided, number) = ([SharedCommit.Content](), false, next)
    while !state.isSameCommit(as: target) {
      guard number <= last, number < .max else { return isUndecided ? .undecided : .broken }
      switch link(number) {
      case .announced: isUndecided = true
      case .overwritten: return .broken
      case .commit(let commit):
        if commit.content != .void, commit.before.isSameCommit(as: state) {
          contents.append(commit.content)
          state = commit.after
        }
      }
      number += 1
    }
    (position, next) = (target, number)
    return .reached(contents)
  }
}

extension ChangeSet {
  /// Creates the change set of several commits of others, in which each row occurs once.
  init(number: Int, of contents: [SharedCommit.Content]) {
    var rows: [TableName: [RowKey: Change]] = [:]
    var anyRow: Set<TableName> = []
    for case .tables(let tables) in contents {
      for (name, changes) in tables {
        guard case .rows(let changes) = changes else {
          anyRow.insert(name)
          continue
        }
        for change in changes { rows[name, default: [:]][change.key] = change }
      }
    }
    var tables = rows.mapValues { TableChanges.rows(Array($0.values)) }
    for name in anyRow { tables[name] = .anyRow }
    self.init(
      number: number,
      origin: .otherProcess,
      tables: tables,
      mayChangeAnyTable: contents.contains(.anything)
    )
  }
}
