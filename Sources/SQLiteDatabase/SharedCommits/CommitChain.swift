import DatabaseTypes
import SQLite

/// How far a database object has followed the commits to its file: the last commit of which its subscribers know.
///
/// Commits of others are links from one state of the database to the next. Where links lead from the known state to that
/// of now, what they touched is all that was touched; where one is missing, somebody has committed who does not tell, and
/// any row may have changed.
struct CommitChain: Sendable, Equatable {
  /// The state up to which all is known; `nil` where that is not known itself.
  private(set) var position: CommitState?
  /// The number of the commit that may come next: links before it are of no use.
  private(set) var next: UInt64 = 1

  /// A place in the side file as it is read.
  enum Link: Sendable, Equatable {
    /// A commit was announced here, and it is not known yet what became of it.
    case announced
    /// A later commit has taken the place.
    case lost
    case commit(SharedCommit)
  }

  /// What came of following the links.
  enum Outcome: Sendable, Equatable {
    /// The state is reached: this is what the commits on the way touched.
    case reached([SharedCommit.Content])
    /// A commit that was announced may be the missing link.
    case undecided
    /// A link is missing.
    case missing

    var isReached: Bool { if case .reached = self { true } else { false } }
  }

  /// Takes a state as known.
  ///
  /// - Parameters:
  ///   - state: The state; `nil` where it is not known how much is.
  ///   - last: The number of the commit that was announced last, as far as that is known. Without a log it must be one up to the
  ///     state: whoever commits then has the file for himself, and a number in its header proves little of older commits.
  mutating func jump(to state: CommitState?, last: UInt64?) {
    position = state
    guard let last else { return }
    if state?.journal == .rollback { return next = last + 1 }
    // A commit tells by itself from where it led: a few that are too old do no harm. In a new file numbers begin anew.
    let start = last > 16 ? last - 16 : 1
    next = last + 1 < next ? start : max(next, start)
  }

  /// Follows the links to a state.
  ///
  /// - Parameters:
  ///   - target: The state of now.
  ///   - last: The number of the commit that was announced last.
  ///   - link: Tells what stands at a number.
  mutating func follow(
    to target: CommitState,
    last: UInt64,
    link: (UInt64) -> Link
  ) -> Outcome {
    guard var state = position else { return .missing }
    var (contents, isUndecided, number) = ([SharedCommit.Content](), false, next)
    while !state.isSameCommit(as: target) {
      guard number <= last else { return isUndecided ? .undecided : .missing }
      switch link(number) {
      case .announced: isUndecided = true
      case .lost: return .missing
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
  /// What commits of others touched together, in which each row stands once.
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
