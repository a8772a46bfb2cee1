import DatabaseTypes
import SQLite

/// The commits of other connections that a connection has seen, as version numbers from SQLite.
///
/// https://www.sqlite.org/pragma.html#pragma_data_version
struct ExternalCommits {
  private var main: Int64
  private var attached: [AttachedFile: Int64] = [:]
  /// Whether there are commits of which the subscribers have not been notified.
  private(set) var hasUnreported = false
  /// The end of the transaction within which it last checked, as a number of transaction ends.
  fileprivate var endAfterAsking: Int?

  /// Creates a state in which commits up to now are not reported.
  fileprivate init(main: Int64) { self.main = main }

  /// The paths of the files that were attached at the last check.
  var attachedFiles: Set<ByteText> { Set(attached.keys.map { ByteText($0.path) }) }

  fileprivate mutating func note(main: Int64) {
    if main != self.main { hasUnreported = true }
    self.main = main
  }

  /// Records the versions of attached files; a newly attached file counts as changed.
  fileprivate mutating func note(attached: [AttachedFile: Int64]) {
    if attached.contains(where: { self.attached[$0] != $1 }) { hasUnreported = true }
    self.attached = attached
  }

  fileprivate mutating func discardUnreported() { hasUnreported = false }

  fileprivate mutating func takeUnreported() -> Bool {
    defer { hasUnreported = false }
    return hasUnreported
  }
}

/// A file that is attached to a connection.
struct AttachedFile: Hashable {
  let schema: String
  let path: String

  static func == (left: Self, right: Self) -> Bool {
    hasSameBytes(left.schema, right.schema) && hasSameBytes(left.path, right.path)
  }
}

extension Database {
  /// Starts detecting commits of others.
  func followExternalCommits() throws {
    externalCommits = ExternalCommits(main: try control(.dataVersion))
  }

  /// Asks SQLite for commits of others.
  func checkForExternalCommits() throws {
    guard externalCommits != nil else { return }
    externalCommits?.note(main: try control(.dataVersion))
    if capture.hasAttachedDatabases { externalCommits?.note(attached: try attachedVersions()) }
  }

  /// Asks for commits of others that precede the coming commit of this connection.
  ///
  /// Within the transaction this costs least, and since it holds the lock, no one can change the
  /// answer. Attached files are checked afterwards, since others may have locked them.
  func checkForExternalCommitsInTransaction() {
    guard externalCommits != nil, !capture.hasAttachedDatabases,
      let version = try? control(.dataVersion)
    else { return }
    externalCommits?.note(main: version)
    externalCommits?.endAfterAsking = capture.endCount + 1
  }

  /// Reports commits of others that precede a commit of this connection.
  ///
  /// Subscribers that are notified of this commit also read what the others have written. If the
  /// others' commits were reported later, subscribers would briefly show a state that never
  /// existed.
  ///
  /// - Parameter own: The commit of this connection, if others' commits are followed through their
  ///   reports.
  func reportPrecedingExternalCommits(_ own: OwnCommit?) {
    guard let source = capture.source else { return }
    let wasAsked = externalCommits?.endAfterAsking == capture.endCount
    var isAsked = wasAsked
    if !wasAsked {
      isAsked = (try? busy.withoutWaiting { try checkForExternalCommits() }) != nil
    }
    guard let own, source.shared.isFollowing else {
      reportExternalCommits(to: source)
      return
    }
    let hasUnreported = isAsked ? externalCommits?.hasUnreported : nil
    let areReported = source.shared.report(upTo: own, hasUnreported: hasUnreported, source)
    // Commits that were found after this commit may also have been made after it.
    if wasAsked, areReported { externalCommits?.discardUnreported() }
  }

  /// Looks for commits of others, and notifies the subscribers.
  ///
  /// - Parameter source: The source that reports them: a reader captures nothing and has none.
  /// - Returns: Whether there were any.
  func followExternalCommits(for source: ChangeSource) -> Bool {
    guard source.shared.mayFollow, !source.hasAttachedDatabases, connection.commitState() == nil
    else { return followExternalCommitsNow(for: source) }
    // Without a log, the last commit is known only while no one can make another one.
    return inReadTransaction { followExternalCommitsNow(for: source) } ?? false
  }

  /// Runs a closure in a read transaction that locks the file.
  ///
  /// - Returns: `nil` if the transaction cannot be started, for example while another connection
  ///   commits.
  private func inReadTransaction<Result>(_ body: () -> Result) -> Result? {
    guard connection.isAutocommit, (try? control(.begin(.deferred))) != nil else { return nil }
    defer {
      // An interrupt at this point makes the commit fail.
      do { try control(.commit) } catch { rollbackIfOpen() }
    }
    // The lock is acquired only by reading.
    return (try? control(.dataVersion)).map { _ in body() }
  }

  private func followExternalCommitsNow(for source: ChangeSource) -> Bool {
    // Do this before asking SQLite, so that the answer includes everything up to this point.
    let state = source.hasAttachedDatabases ? nil : source.shared.watch(connection)
    if state == nil { source.shared.stopWatching() }
    let isAsked = (try? checkForExternalCommits()) != nil
    guard let state, isAsked, !source.hasAttachedDatabases else {
      source.shared.losePosition()
      return reportExternalCommits(to: source)
    }
    let hasUnreported = externalCommits?.hasUnreported == true
    guard source.shared.report(hasUnreported, since: state, connection, source) else {
      return false
    }
    externalCommits?.discardUnreported()
    return hasUnreported
  }

  /// Notifies the subscribers if others have committed.
  ///
  /// - Parameter source: The source that reports them: a reader captures nothing and has none.
  /// - Returns: Whether others have committed.
  @discardableResult
  func reportExternalCommits(to source: ChangeSource) -> Bool {
    guard externalCommits?.takeUnreported() == true else { return false }
    source.publishExternal { ChangeSet(unknownWith: $0) }
    return true
  }

  /// Returns SQLite's version numbers of attached files.
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
