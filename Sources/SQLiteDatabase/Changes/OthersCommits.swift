import DatabaseTypes
import SQLite

/// What a connection has seen of the commits of other connections, by the numbers that SQLite gives them for it.
///
/// https://www.sqlite.org/pragma.html#pragma_data_version
struct OthersCommits {
  private var main: Int64
  private var attached: [AttachedFile: Int64] = [:]
  /// Whether the subscribers have not been told of some of them.
  private(set) var areUntold = false
  /// The number of the transaction's end before which it was last asked within the transaction.
  fileprivate var endAfterAsking: Int?

  /// Those up to now are not told.
  fileprivate init(main: Int64) { self.main = main }

  /// The paths of the files that were attached when it was last asked.
  var attachedFiles: Set<String> { Set(attached.keys.map(\.path)) }

  fileprivate mutating func note(main: Int64) {
    if main != self.main { areUntold = true }
    self.main = main
  }

  /// Notes the numbers of attached files; of one that is new here nothing was seen before.
  fileprivate mutating func note(attached: [AttachedFile: Int64]) {
    if attached.contains(where: { self.attached[$0] != $1 }) { areUntold = true }
    self.attached = attached
  }

  fileprivate mutating func forgetUntold() { areUntold = false }

  fileprivate mutating func takeUntold() -> Bool {
    defer { areUntold = false }
    return areUntold
  }
}

/// A file that is attached to a connection.
struct AttachedFile: Hashable {
  let schema: String
  let path: String
}

extension Database {
  /// Has the subscribers told of others' commits from now on.
  func followOthersCommits() throws {
    othersCommits = OthersCommits(main: try control(.dataVersion))
  }

  /// Asks SQLite for commits of others.
  func lookForOthersCommits() throws {
    guard othersCommits != nil else { return }
    othersCommits?.note(main: try control(.dataVersion))
    if capture.hasAttachedDatabases { othersCommits?.note(attached: try attachedVersions()) }
  }

  /// Asks for commits of others before the commit of this connection that follows them.
  ///
  /// Within the transaction it costs least, and has an answer that nobody can change: the lock is had. A file that is
  /// attached is asked afterwards, since others may have locked it.
  func lookForOthersCommitsInTransaction() {
    guard othersCommits != nil, !capture.hasAttachedDatabases,
      let version = try? control(.dataVersion)
    else { return }
    othersCommits?.note(main: version)
    othersCommits?.endAfterAsking = capture.endCount + 1
  }

  /// Tells of others' commits that come before a commit of this connection.
  ///
  /// Who is told of this one reads what they have written too: told later, it would show for a moment what never was.
  ///
  /// - Parameter own: That commit, where others' are followed by what they tell.
  func tellOthersCommitsFirst(_ own: OwnCommit?) {
    guard let source = capture.source else { return }
    let wasAsked = othersCommits?.endAfterAsking == capture.endCount
    var isAsked = wasAsked
    if !wasAsked {
      isAsked = (try? busy.withoutWaiting { try lookForOthersCommits() }) != nil
    }
    guard let own, source.shared.isFollowing else {
      tellOthersCommits(to: source)
      return
    }
    let areUntold = isAsked ? othersCommits?.areUntold : nil
    let areTold = source.shared.tell(upTo: own, areUntold: areUntold, source)
    // What was asked after the commit may have come after it.
    if wasAsked, areTold { othersCommits?.forgetUntold() }
  }

  /// Looks for others' commits, and tells the subscribers of them.
  ///
  /// - Parameter source: Who tells them: a connection that only reads captures nothing, and has none of its own.
  /// - Returns: Whether there were some.
  func followOthersCommits(for source: ChangeSource) -> Bool {
    guard source.shared.mayFollow, !source.hasAttachedDatabases, connection.commitState() == nil
    else { return followOthersCommitsNow(for: source) }
    // Without a log the last commit is known only while nobody can make another one.
    return inReadTransaction { followOthersCommitsNow(for: source) } ?? false
  }

  /// Runs a closure in a read transaction that holds the file.
  ///
  /// - Returns: `nil` where it cannot be had, as while somebody else commits.
  private func inReadTransaction<Result>(_ body: () -> Result) -> Result? {
    guard connection.isAutocommit, (try? control(.begin(.deferred))) != nil else { return nil }
    defer {
      // An interrupt that comes at this very moment makes the commit fail.
      do { try control(.commit) } catch { rollbackIfOpen() }
    }
    // Only what reads takes the lock.
    return (try? control(.dataVersion)).map { _ in body() }
  }

  private func followOthersCommitsNow(for source: ChangeSource) -> Bool {
    // Before SQLite is asked, so that what it tells includes all up to then.
    let state = source.hasAttachedDatabases ? nil : source.shared.watch(connection)
    if state == nil { source.shared.stopWatching() }
    let isAsked = (try? lookForOthersCommits()) != nil
    guard let state, isAsked, !source.hasAttachedDatabases else {
      source.shared.losePosition()
      return tellOthersCommits(to: source)
    }
    let areUntold = othersCommits?.areUntold == true
    guard source.shared.tell(areUntold, since: state, connection, source) else { return false }
    othersCommits?.forgetUntold()
    return areUntold
  }

  /// Tells the subscribers where others have committed.
  ///
  /// - Parameter source: Who tells them: a connection that only reads captures nothing, and has none of its own.
  /// - Returns: Whether they have.
  @discardableResult
  func tellOthersCommits(to source: ChangeSource) -> Bool {
    guard othersCommits?.takeUntold() == true else { return false }
    source.publishOthers { ChangeSet(unknownWith: $0) }
    return true
  }

  /// What SQLite counts of others' commits to attached files.
  private func attachedVersions() throws -> [AttachedFile: Int64] {
    var versions: [AttachedFile: Int64] = [:]
    for row in try internalRows("SELECT name, file FROM pragma_database_list WHERE seq > 1", []) {
      guard let schema = row[0].text(at: 0), let path = row[1].text(at: 0), !path.isEmpty else {
        continue
      }
      versions[AttachedFile(schema: schema, path: path)] =
        try number("data_version", ofAttached: schema)
    }
    return versions
  }
}
