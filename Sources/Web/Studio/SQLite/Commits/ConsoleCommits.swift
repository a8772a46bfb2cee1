import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// The commits of a studio's SQL pages, whose statements run on separate connections.
///
/// To the database that the grids read from, these look like commits of another process: it
/// reports them with keys, and without values. So a report of rows that an SQL page has just
/// written is replaced by the page's own commit.
///
/// State: the followers, and the number of open consoles, guarded by a mutex.
final class ConsoleCommits: Sendable {
  /// The time for which a report waits for the commit of a running statement, and a commit for its
  /// report.
  static let patience = Duration.milliseconds(100)

  private struct State {
    var followers: [Int: CommitMatching] = [:]
    var lastFollower = 0
    var consoleCount = 0
  }

  private let state = Mutex(State())

  /// Calls a closure with the commits of a change source, those of SQL pages as the studio's own.
  ///
  /// - Returns: The subscription, which ends with its last reference.
  func follow(
    _ source: ChangeSource,
    _ receive: @escaping @Sendable (ChangeSet) -> Void
  ) -> any Sendable {
    let matching = CommitMatching(receive)
    let id = state.withLock { state in
      state.lastFollower += 1
      state.followers[state.lastFollower] = matching
      return state.lastFollower
    }
    let subscription = source.subscribe(to: .fullDatabase, detail: .rows) { [weak self] changes in
      let isRunning = self?.state.withLock { $0.consoleCount > 0 } ?? false
      matching.receive(changes, isRunning: isRunning)
    }
    return Following(commits: self, id: id, subscription: subscription)
  }

  /// Follows the commits of a console until the result's last reference is gone.
  func observe(_ source: ChangeSource) -> any Sendable {
    state.withLock { $0.consoleCount += 1 }
    let subscription = source.subscribe(to: .fullDatabase, detail: .rows) { [weak self] changes in
      for follower in self?.followers ?? [] { follower.add(changes) }
    }
    return Observation(commits: self, subscription: subscription)
  }

  private var followers: [CommitMatching] { state.withLock { Array($0.followers.values) } }

  /// The reference to a follower.
  private final class Following: Sendable {
    let commits: ConsoleCommits
    let id: Int
    let subscription: any Sendable

    init(commits: ConsoleCommits, id: Int, subscription: any Sendable) {
      (self.commits, self.id, self.subscription) = (commits, id, subscription)
    }

    deinit { _ = commits.state.withLock { $0.followers.removeValue(forKey: id) } }
  }

  /// The reference to the commits of a console.
  private final class Observation: Sendable {
    let commits: ConsoleCommits
    let subscription: any Sendable

    init(commits: ConsoleCommits, subscription: any Sendable) {
      (self.commits, self.subscription) = (commits, subscription)
    }

    deinit {
      commits.state.withLock { $0.consoleCount -= 1 }
      for follower in commits.followers { follower.finish() }
    }
  }
}
