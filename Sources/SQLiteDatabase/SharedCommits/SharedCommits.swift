import DatabaseTypes
import SQLite
import Synchronization

/// What a database object tells other processes of its commits, and what it is told by them.
///
/// Processes that use one file tell each other the keys that they touched, in a file beside it, while at least one of them
/// wants to know. Who makes a commit announces it while it has SQLite's lock to write, and tells afterwards what it was
/// and to which state of the database it led. So who reads knows whether it has been told of all commits, those of
/// programs that tell nothing included: then there is no chain from the state that it knows to that of now.
///
/// It is in use for files on this machine, without a VFS of the application's. Without a write-ahead log the state of a database
/// is known only while nobody can commit: within a read transaction, and in the hook before a commit.
///
/// State: the place, set once when the database is opened; the open file, guarded by a mutex; how far the commits are
/// followed, guarded by another one, under which subscribers are told, so that what is known and what was told are one.
/// The times are of the thread that writes.
package final class SharedCommits: Sendable {
  /// The database for which commits are told.
  struct Place: Sendable {
    let path: String
    let purpose: SharedHeader.Purpose

    var sidePath: String { path + "-live1" }
    var database: SharedFile.Identity {
      SharedFile.Identity(device: purpose.device, inode: purpose.inode)
    }
  }

  private struct Opened {
    var file: SharedFile?
    /// How often a file of others was replaced.
    var replacementCount = 0
  }

  /// The number by which this object is known to others.
  let id = UInt64.random(in: 1...UInt64.max)
  private let place = Mutex<Place?>(nil)
  private let opened = Mutex(Opened())
  private let chain = Mutex(CommitChain())
  private let isEnabled = Atomic<Bool>(false)
  private let follows = Atomic<Bool>(false)
  private let wantedUntil = Atomic<UInt64>(0)
  private let nextLook = Atomic<UInt64>(0)
  /// Since when something is waited for that somebody is about to tell; 0 where nothing is.
  private let waitsSince = Atomic<UInt64>(0)
  private let waitingTimeLimit = Atomic<UInt64>(20_000_000)

  init() {}

  /// Has commits to a file told, and those of others followed.
  func enable(path: String) {
    guard let boot = SystemBoot.identity, let file = SharedFile.identity(ofPath: path),
      LocalFiles.contain(path, on: file.device)
    else { return }
    let purpose = SharedHeader.Purpose(boot: boot, device: file.device, inode: file.inode)
    place.withLock { $0 = Place(path: path, purpose: purpose) }
    isEnabled.store(true, ordering: .sequentiallyConsistent)
  }

  /// How long to wait for what somebody is about to tell, where nobody else waits for that: whoever was to tell it may be no
  /// more, or have been interrupted by the system.
  private var patience: UInt64 { waitingTimeLimit.load(ordering: .relaxed) }

  /// Waits longer than 20 ms for what somebody is about to tell: for tests on a busy machine.
  package func setPatience(_ duration: Duration) {
    waitingTimeLimit.store(UInt64(duration / .nanoseconds(1)), ordering: .relaxed)
  }

  /// Whether others' commits can be followed by what they tell, as far as that is known.
  var mayFollow: Bool { isEnabled.load(ordering: .relaxed) }

  /// Whether others' commits are followed by what they tell.
  package var isFollowing: Bool { follows.load(ordering: .acquiring) }
}

// MARK: - The file

extension SharedCommits {
  private static let slotCount: UInt64 = 4096
  private static let firstSlot = 4096
  /// How long it is remembered that somebody wants to be told, beyond which it has to be said again.
  private static let lease: UInt64 = 60_000_000_000
  private var file: SharedFile? { opened.withLock { $0.file } }

  private func header(of file: SharedFile) -> SharedHeader? {
    for _ in 0..<20 {
      let bytes = file.read(count: SharedHeader.size, at: 0)
      if let header = SharedHeader(bytes: bytes) { return header }
      if bytes.count < SharedHeader.size { return nil }
    }
    return nil
  }

  private static func offset(of number: UInt64) -> Int {
    firstSlot + Int((number - 1) % slotCount) * SharedCommit.size
  }

  private func link(_ number: UInt64, in file: SharedFile, last: UInt64) -> CommitChain.Link {
    if last >= number + Self.slotCount { return .lost }
    let bytes = file.read(count: SharedCommit.size, at: Self.offset(of: number))
    guard let commit = SharedCommit(bytes: bytes) else { return .announced }
    if commit.number == number { return .commit(commit) }
    return commit.number > number ? .lost : .announced
  }

  /// Opens the file, where it is that of the database; and makes it, where somebody wants to be told.
  private func openFile(makes: Bool) -> (SharedFile, SharedHeader)? {
    guard let place = place.withLock({ $0 }) else { return nil }
    return opened.withLock { opened in
      let current = SharedFile.identity(ofPath: place.sidePath)
      if let file = opened.file, file.identity == current, let header = header(of: file) {
        return (file, header)
      }
      opened.file = nil
      if current != nil, let found = open(place) {
        opened.file = found.0
        return found
      }
      guard makes, opened.replacementCount < 5 else { return nil }
      opened.replacementCount += 1
      SharedFile.make(
        path: place.sidePath,
        like: place.path,
        SharedHeader(purpose: place.purpose).bytes,
        replaces: current != nil
      )
      let made = open(place)
      opened.file = made?.0
      return made
    }
  }

  private func open(_ place: Place) -> (SharedFile, SharedHeader)? {
    guard let file = SharedFile(path: place.sidePath, besides: place.database),
      let header = header(of: file), header.purpose == place.purpose,
      SharedFile.identity(ofPath: place.path) == place.database
    else { return nil }
    return (file, header)
  }
}

// MARK: - Telling others

extension SharedCommits {
  /// Whether somebody else wants to be told of commits.
  ///
  /// It is asked again after 2 ms at the earliest: until then others miss a link.
  func isWanted() -> Bool {
    guard isEnabled.load(ordering: .relaxed) else { return false }
    let now = SystemClock.nanoseconds
    if now >= nextLook.load(ordering: .relaxed) {
      nextLook.store(now + 2_000_000, ordering: .relaxed)
      let header = openFile(makes: false)?.1
      wantedUntil.store(header?.wantedUntil(by: id) ?? 0, ordering: .relaxed)
    }
    return wantedUntil.load(ordering: .relaxed) > now
  }

  /// Announces a commit, while the lock to write is had.
  ///
  /// - Returns: The number that it has; `nil` where it cannot be told.
  func announce() -> UInt64? {
    guard let file else { return nil }
    guard let last = file.readPair(at: SharedHeader.announcementOffset) else { return nil }
    let pair = SharedPair(last.first + 1, id)
    return file.write(pair, at: SharedHeader.announcementOffset) ? pair.first : nil
  }

  /// Tells what became of a commit that was announced.
  private func seal(_ number: UInt64, _ commit: OwnCommit, _ content: SharedCommit.Content) {
    guard let file else { return }
    let commit = SharedCommit(
      number: number,
      writer: id,
      before: commit.before,
      after: commit.after ?? commit.before,
      content: commit.after == nil || commit.isEmpty ? .void : content
    )
    file.write(commit.bytes, at: Self.offset(of: number))
  }

  /// Deals with the end of a commit of this object: it is told, and known.
  func end(_ commit: OwnCommit, _ content: SharedCommit.Content, _ source: ChangeSource) {
    guard isFollowing else { return tell(commit, content) }
    // Who follows the links meanwhile must not come upon this commit.
    chain.withLock { chain in
      let isNext = follow(to: commit.before, &chain, source)
      tell(commit, content)
      // Without a state after it the chain breaks here: the next ones are told as a whole.
      if isNext, let after = commit.after { chain.jump(to: after, last: commit.number) }
    }
  }

  /// Tells others of a commit that was announced to them.
  func tell(_ commit: OwnCommit, _ content: SharedCommit.Content) {
    if let number = commit.number { seal(number, commit, content) }
  }
}

/// A commit of this object.
struct OwnCommit {
  let before: CommitState
  /// Its number, where it was announced to others.
  let number: UInt64?
  /// How many pages the connection had written before.
  let writtenPageCount: Int
  /// The state to which it led; `nil` where that is not proven.
  var after: CommitState?
  /// Whether nothing was written: the state is the same then.
  var isEmpty: Bool { after == before }
}

// MARK: - Being told by others

extension SharedCommits {
  /// Says to others that this object wants to be told of commits, and follows them from now on.
  ///
  /// Without a write-ahead log it is called within a read transaction.
  ///
  /// - Returns: The last commit; `nil` where commits cannot be followed.
  func watch(_ connection: Connection) -> CommitState? {
    guard isEnabled.load(ordering: .relaxed), let state = connection.commitState() else {
      stopWatching()
      return nil
    }
    if let (file, header) = openFile(makes: true) { register(in: file, header) }
    // Without the file each commit of somebody else is one of which nobody tells.
    if !isFollowing {
      // What came while nobody followed is asked of SQLite.
      chain.withLock { $0.jump(to: nil, last: nil) }
      follows.store(true, ordering: .releasing)
    }
    return state
  }

  /// Says in the file that this object wants to be told, unless it has said so lately.
  private func register(in file: SharedFile, _ header: SharedHeader) {
    let now = SystemClock.nanoseconds
    let isKnown = header.watchers.contains { $0.id == id && $0.end > now + Self.lease / 2 }
    guard !isKnown, let place = header.place(for: id, at: now) else { return }
    let watcher = SharedHeader.Watcher(id: id, end: now + Self.lease)
    file.write(watcher.bytes, at: SharedHeader.watcherOffset(place))
  }

  /// Nobody wants to be told of commits any more.
  ///
  /// How far commits were followed stays true, and may be of use later. No lock is taken under which subscribers are told:
  /// the last one may go while it is told.
  func stopWatching() {
    guard follows.exchange(false, ordering: .acquiringAndReleasing) else { return }
    guard let file, let header = header(of: file),
      let place = header.watchers.firstIndex(where: { $0.id == id })
    else { return }
    file.write(SharedHeader.Watcher().bytes, at: SharedHeader.watcherOffset(place))
  }

  /// Tells subscribers of others' commits up to now, of which SQLite has told that there are some, or none.
  ///
  /// - Parameters:
  ///   - areUntold: Whether there are some of which the subscribers do not know yet.
  ///   - first: The last commit before SQLite was asked.
  /// - Returns: Whether they are told; not where somebody is about to tell of a commit that is already visible.
  func tell(
    _ areUntold: Bool,
    since first: CommitState,
    _ connection: Connection,
    _ source: ChangeSource
  ) -> Bool {
    chain.withLock { chain in
      let now = connection.commitState()
      if let now, chain.position?.isSameCommit(as: now) == true { return true }
      guard areUntold else {
        chain.jump(to: first, last: lastNumber)
        return true
      }
      let outcome = now.map { followOnce(to: $0, &chain, source) } ?? .missing
      if outcome == .undecided, mayBeToldSoon() { return false }
      if !outcome.isReached { tellUnknown(upTo: now, &chain, source) }
      return true
    }
  }

  /// Whether to wait for what somebody is about to tell: for a while since it was first waited for.
  private func mayBeToldSoon() -> Bool {
    let now = SystemClock.nanoseconds
    let start = waitsSince.load(ordering: .relaxed)
    if start == 0 || now > start + 10 * patience { waitsSince.store(now, ordering: .relaxed) }
    return start == 0 || now < start + patience || now > start + 10 * patience
  }

  /// Tells subscribers that others have committed, and any row may have changed.
  private func tellUnknown(
    upTo state: CommitState?,
    _ chain: inout CommitChain,
    _ source: ChangeSource
  ) {
    let last = lastNumber
    source.publishOthers { ChangeSet(unknownWith: $0) }
    chain.jump(to: state, last: last)
  }

  /// Tells subscribers of others' commits before one of this object.
  ///
  /// - Parameter areUntold: Whether there are some of which the subscribers do not know yet; `nil` where that could not be
  ///   asked.
  /// - Returns: Whether all are told now.
  @discardableResult
  func tell(upTo commit: OwnCommit, areUntold: Bool?, _ source: ChangeSource) -> Bool {
    chain.withLock { chain in
      if follow(to: commit.before, &chain, source) { return true }
      guard let areUntold else { return false }
      if areUntold {
        tellUnknown(upTo: commit.before, &chain, source)
      } else {
        chain.jump(to: commit.before, last: commit.number ?? lastNumber)
      }
      return true
    }
  }

  private var lastNumber: UInt64? { file.flatMap { header(of: $0) }?.last.number }

  /// Follows the links to a state, and tells what the commits on the way touched.
  ///
  /// A commit becomes visible a moment before what it touched is told. So that is waited for, though not for long: who
  /// was to tell it may be no more.
  ///
  /// - Returns: Whether the state is reached.
  private func follow(
    to state: CommitState,
    _ chain: inout CommitChain,
    _ source: ChangeSource
  ) -> Bool {
    let end = SystemClock.nanoseconds + 2_000_000
    while true {
      let outcome = followOnce(to: state, &chain, source)
      guard outcome == .undecided, SystemClock.nanoseconds < end else { return outcome.isReached }
      CurrentThread.sleep(microseconds: 20)
    }
  }

  /// Follows the links to a state as far as they are told now, and tells what the commits on the way touched.
  private func followOnce(
    to state: CommitState,
    _ chain: inout CommitChain,
    _ source: ChangeSource
  ) -> CommitChain.Outcome {
    guard let position = chain.position else { return .missing }
    if position.isSameCommit(as: state) { return .reached([]) }
    guard let file, let last = header(of: file)?.last.number else { return .missing }
    let outcome = chain.follow(to: state, last: last) { link($0, in: file, last: last) }
    if case .reached(let contents) = outcome {
      waitsSince.store(0, ordering: .relaxed)
      source.publishOthers { ChangeSet(number: $0, of: contents) }
    }
    return outcome
  }
}

// MARK: - Reading what is known

/// A moment of the database, as far as its subscribers know it.
package struct KnownMoment: Sendable {
  /// The number of the last change set.
  package let number: Int
  /// How many commits had ended, and been told.
  let toldCount: Int
  /// The last commit of which the subscribers know; `nil` where others' commits cannot be told apart.
  let position: CommitState?
}

extension SharedCommits {
  /// Tells subscribers of others' commits up to now.
  ///
  /// It does nothing where a commit of this object is going on, which is told by who makes it.
  func catchUp(_ connection: Connection, _ source: ChangeSource) {
    guard isFollowing else { return }
    let (told, end) = (source.toldCount, SystemClock.nanoseconds + patience)
    var isDone = false
    // Whoever commits does not wait while this waits.
    while !isDone, source.begunCount == told {
      isDone = chain.withLock { chain in
        guard chain.position != nil, let state = connection.commitState() else { return true }
        let outcome = followOnce(to: state, &chain, source)
        if outcome.isReached || source.begunCount != told { return true }
        if outcome == .undecided, SystemClock.nanoseconds < end { return false }
        tellUnknown(upTo: state, &chain, source)
        return true
      }
      if !isDone { CurrentThread.sleep(microseconds: 20) }
    }
  }

  /// What subscribers know now.
  func knownMoment(_ source: ChangeSource) -> KnownMoment {
    chain.withLock { chain in
      let told = source.toldCount
      return KnownMoment(
        number: source.lastNumber,
        toldCount: told,
        position: isFollowing ? chain.position : nil
      )
    }
  }

  /// What subscribers know of what a connection sees that has begun to read, where they can still be told: without a
  /// write-ahead log nobody commits meanwhile.
  ///
  /// - Parameter moment: What subscribers knew before.
  /// - Returns: The moment that was given, unless they were told.
  func moment(
    after moment: KnownMoment,
    in connection: Connection,
    _ source: ChangeSource
  ) -> KnownMoment {
    guard isFollowing, let state = connection.commitState(), state.journal == .rollback else {
      return moment
    }
    catchUp(connection, source)
    return knownMoment(source)
  }

  /// Whether a connection that has begun to read sees a moment, and nothing later.
  func isCurrent(_ moment: KnownMoment, _ connection: Connection) -> Bool {
    guard let position = moment.position else { return true }
    return connection.commitState()?.isSameCommit(as: position) == true
  }

  /// What somebody reads shows commits of which it is not known what they touched: SQLite is asked.
  func losePosition() { chain.withLock { $0.jump(to: nil, last: nil) } }
}

extension ChangeSet {
  /// Others have committed, and any row may have changed.
  init(unknownWith number: Int) {
    self.init(number: number, origin: .otherProcess, mayChangeAnyTable: true)
  }
}
