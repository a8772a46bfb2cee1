import DatabaseTypes
import Testing

@testable import LiveEngine

/// The changes that are read in a snapshot, and those that are kept for the next one.
@Suite struct LiveQueryMarkTests {
  private static func changes(_ number: Int) -> ChangeSet {
    ChangeSet(
      number: number,
      origin: .thisProcess,
      tables: [
        TableName("items"): .rows([Change(key: .rowID(Int64(number)), old: .unknown, new: .unknown)]
        )
      ]
    )
  }

  @Test func `a commit that came after the snapshot is kept for the next one`() {
    var mark = LiveQueryMark(cause: .thisProcess)
    for number in 1...3 { mark.add(Self.changes(number)) }
    let later = mark.takeChanges(notIn: SnapshotContents(upTo: 2))
    #expect(mark.mergedChanges?.rowCount == 2)
    #expect(mark.commitCount == 2)
    #expect(later?.mergedChanges?.number == 3)
    #expect(later?.commitCount == 1)
  }

  @Test func `a load is not answered by a snapshot that was being opened when it was requested`() {
    var mark = LiveQueryMark(cause: .thisProcess)
    let (early, late) = (LoadWaiter(), LoadWaiter())
    mark.add(RequestedLoad(waiter: early, snapshot: 4))
    mark.add(RequestedLoad(waiter: late, snapshot: 5))
    // The fifth snapshot began to be opened before the later load.
    let kept = mark.takeLoads(since: 5)
    #expect(kept.map { ObjectIdentifier($0.waiter) } == [ObjectIdentifier(late)])
    #expect(mark.waiters.map { ObjectIdentifier($0) } == [ObjectIdentifier(early)])
    #expect(mark.takeLoads(since: 6).isEmpty)
  }

  @Test func `nothing is read if all commits came after the snapshot`() {
    var mark = LiveQueryMark(cause: .thisProcess)
    mark.add(Self.changes(3))
    #expect(!mark.isToRead(in: SnapshotContents(upTo: 2)))
    #expect(mark.takeChanges(notIn: SnapshotContents(upTo: 2)) != nil)
    #expect(!mark.isToRead(in: SnapshotContents(upTo: 3)))
  }

  @Test func `a new query is read even if commits came after the snapshot`() {
    var mark = LiveQueryMark(cause: .initial)
    mark.add(Self.changes(3))
    #expect(mark.isToRead(in: SnapshotContents(upTo: 2)))
    #expect(mark.takeChanges(notIn: SnapshotContents(upTo: 2))?.cause == .thisProcess)
    #expect(mark.isToRead(in: SnapshotContents(upTo: 2)))
    #expect(mark.mergedChanges == nil)
  }

  @Test
  func `a query that could not be read is read again even if commits came after the snapshot`() {
    var mark = LiveQueryMark(retryAfter: .thisProcess)
    var later = LiveQueryMark(cause: .thisProcess)
    later.add(Self.changes(3))
    mark.add(later)
    #expect(mark.isToRead(in: SnapshotContents(upTo: 2)))
    later.add(LiveQueryMark(retryAfter: .thisProcess))
    #expect(later.isToRead(in: SnapshotContents(upTo: 2)))
  }

  /// Since then it may have read tables whose changes were not reported to it.
  @Test func `a query that is read again is read as a whole, whatever a commit reports`() {
    var mark = LiveQueryMark(cause: .thisProcess)
    mark.add(Self.changes(3))
    #expect(mark.mergedChanges?.mayChangeAnyTable == false)
    mark.add(LiveQueryMark(retryAfter: .thisProcess))
    #expect(mark.mergedChanges?.mayChangeAnyTable == true)
    var retry = LiveQueryMark(retryAfter: .thisProcess)
    retry.add(Self.changes(4))
    #expect(retry.mergedChanges?.mayChangeAnyTable == true)
  }
}
