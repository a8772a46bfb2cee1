import Synchronization

/// The file beside the database, in which processes report their commits.
extension SharedCommits {
  /// A reason why there is no file, which is logged once.
  enum Obstacle {
    /// The file is not trusted.
    case refused
    /// The file is missing or outdated, and cannot be made.
    case notMade
  }

  private static let slotCount: UInt64 = 4096
  private static let firstSlot = 4096
  /// The time for which a watcher is registered; afterwards it has to register again.
  static let lease: UInt64 = 60_000_000_000
  var file: SharedFile? { opened.withLock { $0.file } }

  func header(of file: SharedFile) -> SharedHeader? {
    for _ in 0..<20 {
      let bytes = file.read(count: SharedHeader.size, at: 0)
      if let header = SharedHeader(bytes: bytes) { return header }
      if bytes.count < SharedHeader.size { return nil }
    }
    return nil
  }

  static func offset(of number: UInt64) -> Int {
    firstSlot + Int((number &- 1) % slotCount) * SharedCommit.size
  }

  func link(_ number: UInt64, in file: SharedFile, last: UInt64) -> CommitChain.Link {
    if last >= number, last - number >= Self.slotCount { return .overwritten }
    let bytes = file.read(count: SharedCommit.size, at: Self.offset(of: number))
    guard let commit = SharedCommit(bytes: bytes) else { return .announced }
    if commit.number == number { return .commit(commit) }
    return commit.number > number ? .overwritten : .announced
  }

  /// Opens the file if it belongs to the database, optionally creating it.
  ///
  /// If there is none to be used, the log says so once.
  func openFile(makes: Bool) -> (SharedFile, SharedHeader)? {
    guard let place = place.withLock({ $0 }),
      let rights = SharedFile.Rights(ofDatabase: place.path, user: user)
    else { return nil }
    var search = opened.withLock { findFile(at: place, rights, &$0) }
    var canBeMade = false
    if makes, case .missing(let old) = search {
      // Not under the mutex, which threads that commit need.
      canBeMade = makeFile(at: place, replacing: old, rights)
      search = opened.withLock { findFile(at: place, rights, &$0) }
    }
    if case .found(let file, let header) = search { return (file, header) }
    if !canBeMade { warnOfObstacle(at: place, rights, makes: makes) }
    return nil
  }

  /// The outcome of a search for the file.
  private enum Search {
    case found(SharedFile, SharedHeader)
    /// There is none, or an old one that may be replaced.
    case missing(old: FileIdentity?)
    /// There is a file that must be left alone.
    case refused
  }

  private func findFile(
    at place: Place,
    _ rights: SharedFile.Rights,
    _ opened: inout Opened
  ) -> Search {
    let current = SharedFile.identity(ofPath: place.sidePath)
    if let file = opened.file, file.identity == current, file.isAllowed(by: rights),
      let header = header(of: file)
    {
      return .found(file, header)
    }
    opened.file = nil
    guard current != nil else { return .missing(old: nil) }
    if rights.refuses(place.sidePath) {
      return rights.allowsReplacing(place.sidePath) ? .missing(old: current) : .refused
    }
    guard let (file, header) = open(place, rights) else { return .missing(old: current) }
    opened.file = file
    return .found(file, header)
  }

  /// Makes the file, unless it was made often.
  ///
  /// - Returns: `false` if it is impossible, or was made often. Otherwise there may be no file all
  ///   the same, since somebody is making it, or has removed it; then the next call tries again.
  private func makeFile(
    at place: Place,
    replacing old: FileIdentity?,
    _ rights: SharedFile.Rights
  ) -> Bool {
    let mayMake = opened.withLock { opened in
      guard opened.replacementCount < 5 else { return false }
      opened.replacementCount += 1
      return true
    }
    guard mayMake else { return false }
    let bytes = SharedHeader(purpose: place.purpose).bytes
    let creation = SharedFile.create(path: place.sidePath, replacing: old, rights, bytes)
    // Threads that lose a race must not use up the attempts.
    if creation == .busy || creation == .madeByOther {
      opened.withLock { $0.replacementCount -= 1 }
    }
    return creation != .impossible
  }

  private func warnOfObstacle(at place: Place, _ rights: SharedFile.Rights, makes: Bool) {
    guard let obstacle = obstacle(at: place, rights, makes: makes),
      opened.withLock({ $0.warnings.insert(obstacle).inserted })
    else { return }
    place.warn(obstacle.text(for: place))
  }

  private func open(_ place: Place, _ rights: SharedFile.Rights) -> (SharedFile, SharedHeader)? {
    guard let file = SharedFile(path: place.sidePath, besides: place.database, rights),
      let header = header(of: file), header.purpose == place.purpose, isCurrent(place)
    else { return nil }
    return (file, header)
  }

  /// Returns whether the path of the database still leads to the file that was opened.
  private func isCurrent(_ place: Place) -> Bool {
    SharedFile.identity(ofPath: place.path) == place.database
  }

  /// Returns why there is no file to be used; `nil` if that is as it should be.
  ///
  /// A process that only commits makes no file, and one that may replace a file does so as soon as
  /// it observes.
  private func obstacle(
    at place: Place,
    _ rights: SharedFile.Rights,
    makes: Bool
  ) -> Obstacle? {
    if rights.refuses(place.sidePath) {
      return makes || !rights.allowsReplacing(place.sidePath) ? .refused : nil
    }
    return makes && isCurrent(place) ? .notMade : nil
  }
}

extension SharedCommits.Obstacle {
  /// What the log says.
  fileprivate func text(for place: SharedCommits.Place) -> String {
    switch self {
    case .refused:
      "\(place.sidePath) is not used, since it does not have the owner and the permissions of the database, "
        + "or is no regular file. Commits of other processes are still noticed, but live queries run again "
        + "after them instead of reading only the changed rows. Remove the file if it is not needed."
    case .notMade:
      "\(place.sidePath) is missing or outdated, and cannot be made: that takes a process of the database's "
        + "owner, or of the system's administrator, which may create files in the folder. Until one "
        + "observes the database, commits of other processes are still noticed, but live queries run again "
        + "after them instead of reading only the changed rows."
    }
  }
}
