import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import LiveEngine

/// The behaviour of the engine when the old values of rows are not reported.
@Suite struct KnownRowsTests {
  private let database = FakeDatabase(reportsOldRows: false)
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>

  init() {
    engine = LiveQueryEngine(scheduler)
    commit(Array(1...60)) { FakeRow(id: $0, list: 1, rank: $0) }
  }

  /// Commits or deletes rows, and reports their new values.
  private func commit(
    _ ids: [Int64],
    isHidden: Bool = false,
    _ row: (Int64) -> FakeRow? = { _ in nil }
  ) {
    let rows = Dictionary(uniqueKeysWithValues: ids.map { ($0, row($0)) })
    database.commit(rows, isHidden: isHidden, hasKnownRows: true)
  }

  private func watch(_ query: FakeQuery) -> (sink: FakeSink, subscription: LiveSubscription) {
    let sink = FakeSink()
    let subscription = engine.subscribe(query.request, in: database, sink)
    #expect(scheduler.settle())
    return (sink, subscription)
  }

  private static let first = FakeQuery(
    list: 1,
    order: [FakeQuery.Term(column: "rank", isDescending: false)],
    limit: 1
  )

  private var readCounts: [Int] { engine.statistics.map { $0.patchCount + $0.runCount } }

  @Test func `a row that no query holds and no filter matches is not read`() {
    let watched = [FakeQuery(list: 1), FakeQuery(list: 2), FakeQuery(list: 3), Self.first].map(
      watch
    )
    let before = readCounts
    commit([7]) { FakeRow(id: $0, list: 2, rank: 1) }
    #expect(scheduler.settle())
    // The window holds more rows than it shows.
    #expect(zip(readCounts, before).map { $0 - $1 } == [1, 1, 0, 1])
    commit([7]) { FakeRow(id: $0, list: 2, rank: 2) }
    commit([60]) { FakeRow(id: $0, list: 3, rank: 2) }
    #expect(scheduler.settle())
    #expect(zip(readCounts, before).map { $0 - $1 } == [2, 2, 1, 1])
    #expect(watched[1].sink.rows == [FakeRow(id: 7, list: 2, rank: 2)])
    withExtendedLifetime(watched) {}
  }

  @Test
  func `a row that a window read while its deleting commit was hidden is deleted later`() {
    let watched = watch(Self.first)
    commit([40], isHidden: true)
    commit(Array(1...39))
    while scheduler.step() {}
    #expect(watched.sink.rows?.map(\.id) == [40])
    database.reveal()
    #expect(scheduler.settle())
    #expect(watched.sink.rows?.map(\.id) == [41])
  }

  @Test func `a row that a window reads while it is being deleted is deleted afterwards`() {
    let watched = watch(Self.first)
    database.setWhileReading { [self] in commit([40]) }
    commit(Array(1...39))
    #expect(scheduler.settle())
    #expect(watched.sink.rows?.map(\.id) == [41])
  }

  @Test func `very many commits that arrive during a read are summarised as a change of any table`()
  {
    let rows = (0..<60_000).map { Change(key: .rowID($0), old: .unknown, new: .absent) }
    func commit(_ number: Int) -> ChangeSet {
      ChangeSet(number: number, table: FakeDatabase.table, .rows(rows))
    }
    var invisible = InvisibleChanges()
    invisible.add(commit(1))
    invisible.begin()
    invisible.add(SnapshotContents(upTo: 2, except: [commit(2)]))
    for number in 3...5 { invisible.add(commit(number)) }
    let ended = invisible.end()
    #expect(ended.map(\.number) == [2, 5])
    #expect(ended.map(\.mayChangeAnyTable) == [false, true])
    #expect(invisible.end().isEmpty)
  }
}
