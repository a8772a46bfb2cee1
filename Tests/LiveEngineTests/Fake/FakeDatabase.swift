import DatabaseTypes
import Synchronization

@testable import LiveEngine

/// A row of the one table of a ``FakeDatabase``.
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
/// As on a server, a commit may be told before it is visible, and visible before it is told; two that have nothing to do with
/// each other become visible in any order.
///
/// State: guarded by the mutex; who is told is called outside of it.
final class FakeDatabase: LiveSource {
  static let table = TableName("items")

  /// A reading that fails for a moment.
  struct Hiccup: Error {}

  /// What fails.
  enum Fault { case beforeReading, afterReading, duringReading }

  /// Who is told of commits.
  private struct Receiver: Sendable {
    let region: Region
    let receive: @Sendable (ChangeSet) -> Void
    let end: @Sendable () -> Void

    func tell(_ changes: ChangeSet) { if changes.touches(region) { receive(changes) } }
  }

  private struct Commit {
    let changes: ChangeSet
    let rows: [Int64: FakeRow?]
  }

  private struct State {
    var rows: [Int64: FakeRow] = [:]
    var hidden: [Commit] = []
    var untold: [ChangeSet] = []
    var number = 0
    var told = 0
    var schemaVersion: Int64 = 1
    var receivers: [Int: Receiver] = [:]
    var lastReceiver = 0
    var fault: Fault?
    var whileReading: (@Sendable () -> Void)?
    var reports: [String] = []
    var shown: [Int64: FakeRow] = [:]

    mutating func show(_ commit: Commit) {
      for (id, row) in commit.rows { rows[id] = row }
    }
  }

  private let state = Mutex(State())
  private let tellsOldRows: Bool

  /// - Parameter tellsOldRows: Whether the values that rows had before are told.
  init(tellsOldRows: Bool = true) { self.tellsOldRows = tellsOldRows }

  // MARK: What a test does

  /// Commits rows; `nil` deletes one.
  ///
  /// - Parameters:
  ///   - isHidden: Whether it becomes visible later.
  ///   - isUntold: Whether it is told later.
  ///   - knowsRows: Whether the values of its rows are told.
  func commit(
    _ rows: [Int64: FakeRow?],
    isHidden: Bool = false,
    isUntold: Bool = false,
    knowsRows: Bool = false
  ) {
    // Who writes a row waits for those who have written it.
    let keys = Set(rows.keys)
    if state.withLock({ $0.hidden.contains { !keys.isDisjoint(with: $0.rows.keys) } }) { reveal() }
    state.withLock { state in
      state.number += 1
      let changes = rows.sorted { $0.key < $1.key }.map { id, row in
        let old = state.rows[id]
        return Change(
          key: .rowID(id),
          old: knowsRows ? oldImage(old) : .unknown,
          new: knowsRows ? row?.image ?? .absent : .unknown
        )
      }
      let set = ChangeSet(number: state.number, table: Self.table, .rows(changes))
      state.untold.append(set)
      let commit = Commit(changes: set, rows: rows)
      if isHidden { state.hidden.append(commit) } else { state.show(commit) }
    }
    if !isUntold { tell() }
  }

  /// What was not there before is known to be new.
  private func oldImage(_ row: FakeRow?) -> Change.Image {
    guard let row else { return .absent }
    return tellsOldRows ? row.image : .unknown
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

  /// Tells of all commits.
  func tell() {
    while true {
      let next = state.withLock { state -> (ChangeSet, [Receiver])? in
        guard !state.untold.isEmpty else { return nil }
        state.told += 1
        return (state.untold.removeFirst(), Array(state.receivers.values))
      }
      guard let (changes, receivers) = next else { return }
      for receiver in receivers { receiver.tell(changes) }
    }
  }

  /// Changes the schema, and nothing else.
  func changeSchema() {
    state.withLock { state in
      state.number += 1
      state.schemaVersion += 1
      state.untold.append(
        ChangeSet(number: state.number, origin: .thisProcess, changesSchema: true)
      )
    }
    tell()
  }

  /// Lets the next reading fail.
  func fail(_ fault: Fault) { state.withLock { $0.fault = fault } }

  /// Sets what comes while the next moment is read, after it was taken.
  func setWhileReading(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.whileReading = work }
  }

  /// Closes it.
  func close() { for receiver in state.withLock({ $0.receivers.values }) { receiver.end() } }

  /// What is visible.
  var rows: [Int64: FakeRow] { state.withLock { $0.rows } }
  /// What was visible in the last snapshot that was read without a fault.
  var shown: [Int64: FakeRow] { state.withLock { $0.shown } }
  var reports: [String] { state.withLock { $0.reports } }
  var hasUntold: Bool { state.withLock { !$0.untold.isEmpty } }
  var feedCount: Int { state.withLock { $0.receivers.count } }

  // MARK: What the engine asks

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

  func whenCommitIsNear(_ notice: @escaping @Sendable () -> Void) {}

  var begunCount: Int { state.withLock { $0.number } }
  var toldCount: Int { state.withLock { $0.told } }

  func read<Output>(_ body: (FakeSnapshot) throws -> Output) throws -> Output {
    try body(snapshot().0)
  }

  func readTold<Output>(_ body: (FakeSnapshot, SnapshotContents) throws -> Output) throws -> Output
  {
    let (snapshot, contents) = snapshot()
    tell()
    let fault = state.withLock { state in
      defer { state.fault = nil }
      return state.fault
    }
    if case .beforeReading = fault { throw Hiccup() }
    if case .duringReading = fault { snapshot.fails = true }
    let output = try body(snapshot, contents)
    let work = state.withLock { $0.whileReading.take() }
    work?()
    if case .afterReading = fault { throw Hiccup() }
    if fault == nil { state.withLock { $0.shown = snapshot.rows } }
    return output
  }

  private func snapshot() -> (FakeSnapshot, SnapshotContents) {
    state.withLock { state in
      (
        FakeSnapshot(
          rows: state.rows,
          lastSchemaVersion: state.schemaVersion,
          tellsOldRows: tellsOldRows
        ),
        SnapshotContents(upTo: state.number, except: state.hidden.map(\.changes))
      )
    }
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
