import DatabaseTypes
import Synchronization

/// The matching of reports about commits with commits that are known to be the studio's own.
///
/// Both arrive in any order. What finds no counterpart in time is passed on as it is, so that no
/// commit is missing.
///
/// State: what waits for its counterpart, guarded by a mutex.
final class CommitMatching: Sendable {
  private struct State {
    /// The studio's own commits whose reports have not come, in order.
    var own: [ChangeSet] = []
    /// The reports that may be about a commit that is not known yet, in order.
    var reports: [ChangeSet] = []
    /// Whether a timer will pass on what waits.
    var hasTimer = false
    /// The time of the last arrival: what has just come has the whole time.
    var lastArrival = ContinuousClock.now
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let send: @Sendable (ChangeSet) -> Void

  /// - Parameter send: A closure that receives each commit once.
  init(_ send: @escaping @Sendable (ChangeSet) -> Void) { self.send = send }

  /// Receives a report.
  ///
  /// - Parameter isRunning: Whether a statement runs whose commit it may be about.
  func receive(_ report: ChangeSet, isRunning: Bool) {
    if report.origin == .thisProcess { return send(report) }
    update { state in
      state.lastNumber = report.number
      state.reports.append(report)
      return Self.matched(&state, isRunning: isRunning)
    }
    waitForCounterpart()
  }

  /// Receives a commit of the studio.
  func add(_ commit: ChangeSet) {
    update { state in
      state.own.append(commit)
      return Self.matched(&state, isRunning: true)
    }
    waitForCounterpart()
  }

  /// Passes on the reports that wait, since no statement runs anymore.
  func finish() { update { Self.matched(&$0, isRunning: false) } }

  /// Changes the state, and sends the commits that it returns, in order.
  private func update(_ change: (inout State) -> [ChangeSet]) {
    state.withLock { state in for commit in change(&state) { send(commit) } }
  }

  private func waitForCounterpart() {
    let needsTimer = state.withLock { state in
      state.lastArrival = .now
      if state.hasTimer || state.own.isEmpty && state.reports.isEmpty { return false }
      state.hasTimer = true
      return true
    }
    guard needsTimer else { return }
    Task { [weak self] in
      // Not longer than ten times, if others keep committing.
      for _ in 0..<10 {
        try? await Task.sleep(for: ConsoleCommits.patience)
        guard let self, isStillArriving else { break }
      }
      self?.giveUp()
    }
  }

  private var isStillArriving: Bool {
    state.withLock { $0.lastArrival > .now - ConsoleCommits.patience }
  }

  private func giveUp() {
    update { state in
      state.hasTimer = false
      let commits = Self.matched(&state, isRunning: false)
      defer { state.own = [] }
      return commits + state.own.map { $0.numbered(state.lastNumber) }
    }
  }

  /// Removes the commits that can be passed on.
  private static func matched(_ state: inout State, isRunning: Bool) -> [ChangeSet] {
    var commits: [ChangeSet] = []
    while let report = state.reports.first {
      if let count = report.countOfCommits(in: state.own) {
        commits += state.own.prefix(count).map { $0.numbered(report.number) }
        state.own.removeFirst(count)
      } else if isRunning {
        break
      } else {
        commits.append(report.subtracting(state.own))
      }
      state.reports.removeFirst()
    }
    return commits
  }
}

extension ChangeSet {
  /// The number of a list's first commits that together changed all that this report names.
  fileprivate func countOfCommits(in own: [ChangeSet]) -> Int? {
    if own.isEmpty { return nil }
    // Such a report is about all commits until now.
    if mayChangeAnyTable { return own.count }
    var rest: [TableName: Set<RowKey>?] = tables.mapValues { changes in
      if case .rows(let rows) = changes { Set(rows.map(\.key)) } else { nil }
    }
    for (index, commit) in own.enumerated() {
      for (table, changes) in commit.tables {
        guard let keys = rest[table] else { continue }
        switch (keys, changes) {
        case (let keys?, .rows(let rows)):
          let left = keys.subtracting(rows.map(\.key))
          rest[table] = left.isEmpty ? nil : .some(left)
        case (_, .anyRow), (nil, _): rest[table] = nil
        }
      }
      if rest.isEmpty { return index + 1 }
    }
    return nil
  }

  /// The part that some commits do not account for.
  fileprivate func subtracting(_ own: [ChangeSet]) -> ChangeSet {
    if own.isEmpty { return self }
    var left = tables
    for (table, changes) in tables {
      guard case .rows(let rows) = changes else { continue }
      let known = own.reduce(into: Set<RowKey>()) { keys, commit in
        if case .rows(let rows)? = commit.changes(of: table) { keys.formUnion(rows.map(\.key)) }
      }
      let rest = rows.filter { !known.contains($0.key) }
      left[table] = rest.isEmpty ? nil : .rows(rest)
    }
    return ChangeSet(
      number: number,
      origin: origin,
      tables: left,
      mayChangeAnyTable: mayChangeAnyTable,
      changesSchema: changesSchema
    )
  }

  fileprivate func numbered(_ number: Int) -> ChangeSet {
    ChangeSet(
      number: number,
      origin: .thisProcess,
      tables: tables,
      mayChangeAnyTable: mayChangeAnyTable,
      changesSchema: changesSchema
    )
  }
}
