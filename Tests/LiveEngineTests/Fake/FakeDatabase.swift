import DatabaseTypes
import Synchronization

@testable import LiveEngine

/// A row of the only table of a ``FakeDatabase``.
struct FakeRow: Hashable, Sendable {
  let id: Int64
  var list: Int64
  var rank: Int64

  func value(_ column: String) -> Int64 {
    switch column {
    case "list": list
    case "rank": rank
    default: id
    }
  }

  static let layout = RowLayout(columnNames: ["id", "list", "rank"])

  var image: Change.Image {
    .row(Row(layout: Self.layout, values: [.integer(id), .integer(list), .integer(rank)]))
  }
}

/// A database in memory, on the thread of a test.
///
/// As on a server, a commit may be reported before it is visible, and visible before it is
/// reported; two unrelated commits become visible in any order.
///
/// State: guarded by the mutex; receivers are called outside of it.
final class FakeDatabase: LiveSource {
  static let table = TableName("items")

  /// A reading that fails temporarily.
  struct Hiccup: Error {}

  /// The error of tables whose changes can no longer be reported.
  struct Lost: Error {}

  /// The point at which reading fails.
  enum Fault { case beforeRegistering, beforeReading, afterReading, duringReading }

  /// A receiver of commits.
  private struct Receiver: Sendable {
    let region: Region
    let receive: @Sendable (ChangeSet) -> Void
    let end: @Sendable () -> Void

    func report(_ changes: ChangeSet) { if changes.touches(region) { receive(changes) } }
  }

  private struct Commit {
    let changes: ChangeSet
    let rows: [Int64: FakeRow?]
  }

  private struct State {
    var rows: [Int64: FakeRow] = [:]
    var hidden: [Commit] = []
    var unreported: [ChangeSet] = []
    var number = 0
    var reported = 0
    var schemaVersion: Int64 = 1
    var receivers: [Int: Receiver] = [:]
    var lastReceiver = 0
    var fault: Fault?
    var error: any Error = Hiccup()
    var whileOpening: (@Sendable () -> Void)?
    var whileReading: (@Sendable () -> Void)?
    var commitNotice: (@Sendable () -> Void)?
    var reports: [String] = []
    var lock: LiveObstacle?
    var isLost = false
    var shown: [Int64: FakeRow] = [:]

    mutating func show(_ commit: Commit) {
      for (id, row) in commit.rows { rows[id] = row }
    }
  }

  private let state = Mutex(State())
  private let reportsOldRows: Bool

  /// - Parameter reportsOldRows: Whether the old values of rows are reported.
  init(reportsOldRows: Bool = true) { self.reportsOldRows = reportsOldRows }

  // MARK: Actions of tests

  /// Commits rows; `nil` deletes one.
  ///
  /// - Parameters:
  ///   - isHidden: Whether it becomes visible later.
  ///   - isUnreported: Whether it is reported later.
  ///   - hasKnownRows: Whether the values of its rows are reported.
  func commit(
    _ rows: [Int64: FakeRow?],
    isHidden: Bool = false,
    isUnreported: Bool = false,
    hasKnownRows: Bool = false
  ) {
    // A writer of a row waits for those that have written it.
    let keys = Set(rows.keys)
    if state.withLock({ $0.hidden.contains { !keys.isDisjoint(with: $0.rows.keys) } }) { reveal() }
    state.withLock { state in
      state.number += 1
      let changes = rows.sorted { $0.key < $1.key }.map { id, row in
        let old = state.rows[id]
        return Change(
          key: .rowID(id),
          old: hasKnownRows ? oldImage(old) : .unknown,
          new: hasKnownRows ? row?.image ?? .absent : .unknown
        )
      }
      let set = ChangeSet(number: state.number, table: Self.table, .rows(changes))
      state.unreported.append(set)
      let commit = Commit(changes: set, rows: rows)
      if isHidden { state.hidden.append(commit) } else { state.show(commit) }
    }
    if !isUnreported { report() }
  }

  /// Returns the old image of a row; a row that did not exist is known to be new.
  private func oldImage(_ row: FakeRow?) -> Change.Image {
    guard let row else { return .absent }
    return reportsOldRows ? row.image : .unknown
  }

  /// Makes all commits visible.
  func reveal() {
    state.withLock { state in
      for commit in state.hidden { state.show(commit) }
      state.hidden = []
    }
  }

  /// Makes one of the hidden commits visible, whichever was told first.
  func reveal(_ index: Int) {
    state.withLock { state in
      guard !state.hidden.isEmpty else { return }
      state.show(state.hidden.remove(at: index % state.hidden.count))
    }
  }

  /// Reports all commits.
  func report() {
    while true {
      let next = state.withLock { state -> (ChangeSet, [Receiver])? in
        guard !state.unreported.isEmpty else { return nil }
        state.reported += 1
        return (state.unreported.removeFirst(), Array(state.receivers.values))
      }
      guard let (changes, receivers) = next else { return }
      for receiver in receivers { receiver.report(changes) }
    }
  }

  /// Changes the schema, and nothing else.
  func changeSchema() {
    state.withLock { state in
      state.number += 1
      state.schemaVersion += 1
      state.unreported.append(
        ChangeSet(number: state.number, origin: .thisProcess, changesSchema: true)
      )
    }
    report()
  }

  /// Sets why no query can be read from now on; `nil` if all can.
  func setLock(_ lock: LiveObstacle?) { state.withLock { $0.lock = lock } }

  /// Sets whether changes can no longer be reported.
  func setIsLost(_ isLost: Bool) { state.withLock { $0.isLost = isLost } }

  /// Makes the next read fail.
  func fail(_ fault: Fault, with error: any Error = Hiccup()) {
    state.withLock { ($0.fault, $0.error) = (fault, error) }
  }

  /// Throws the error of a fault, if it is the one of the next read.
  private func failIfWanted(_ fault: Fault) throws {
    let error = state.withLock { state -> (any Error)? in
      guard state.fault == fault else { return nil }
      state.fault = nil
      return state.error
    }
    if let error { throw error }
  }

  /// Sets work that runs when the snapshot of the next read shows what it will show, and the engine
  /// has not got it yet: a server takes its time for that.
  func setWhileOpening(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.whileOpening = work }
  }

  /// Sets work that runs during the next read, after its snapshot was taken.
  func setWhileReading(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.whileReading = work }
  }

  /// Closes the database.
  func close() { for receiver in state.withLock({ $0.receivers.values }) { receiver.end() } }

  /// The rows that are visible.
  var rows: [Int64: FakeRow] { state.withLock { $0.rows } }
  /// The rows that were visible in the last snapshot that was read without a fault.
  var shown: [Int64: FakeRow] { state.withLock { $0.shown } }
  var reports: [String] { state.withLock { $0.reports } }
  var hasUnreported: Bool { state.withLock { !$0.unreported.isEmpty } }
  var feedCount: Int { state.withLock { $0.receivers.count } }

  // MARK: Requirements of the engine

  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed {
    let id = state.withLock { state in
      state.lastReceiver += 1
      state.receivers[state.lastReceiver] = Receiver(region: region, receive: receive, end: end)
      return state.lastReceiver
    }
    return FakeFeed { [weak self] in self?.state.withLock { $0.receivers[id] = nil } }
  }

  func onUpcomingCommit(_ notice: @escaping @Sendable () -> Void) {
    state.withLock { $0.commitNotice = notice }
  }

  /// Announces a commit to the engine.
  func announceCommit() {
    let notice = state.withLock(\.commitNotice)
    notice?()
  }

  var startedCount: Int { state.withLock { $0.number } }
  var reportedCount: Int { state.withLock { $0.reported } }

  func read<Output>(_ body: (FakeSnapshot) throws -> Output) throws -> Output {
    try failIfWanted(.beforeRegistering)
    return try body(snapshot().0)
  }

  func readReported<Output>(_ body: (FakeSnapshot, SnapshotContents) throws -> Output) throws
    -> Output
  {
    let (snapshot, contents) = snapshot()
    report()
    let opened = state.withLock { $0.whileOpening.take() }
    opened?()
    try failIfWanted(.beforeReading)
    let (fault, error) = state.withLock { state in
      defer { state.fault = nil }
      return (state.fault, state.error)
    }
    if case .duringReading = fault { snapshot.fails = true }
    snapshot.lock = state.withLock(\.lock)
    let output = try body(snapshot, contents)
    let work = state.withLock { $0.whileReading.take() }
    work?()
    if case .afterReading = fault { throw error }
    if fault == nil { state.withLock { $0.shown = snapshot.rows } }
    return output
  }

  private func snapshot() -> (FakeSnapshot, SnapshotContents) {
    state.withLock { state in
      (
        FakeSnapshot(
          rows: state.rows,
          lastSchemaVersion: state.schemaVersion,
          reportsOldRows: reportsOldRows
        ),
        SnapshotContents(upTo: state.number, except: state.hidden.map(\.changes))
      )
    }
  }

  func fault(in region: Region) -> (any Error)? {
    region.columns(of: Self.table) != nil && state.withLock(\.isLost) ? Lost() : nil
  }

  func report(_ message: String) { state.withLock { $0.reports.append(message) } }
}

/// A subscription to the changes of a fake database.
private final class FakeFeed: LiveFeed {
  private let leave: @Sendable () -> Void

  init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }

  func cancel() { leave() }
}
