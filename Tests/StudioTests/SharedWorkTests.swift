import DatabaseTypes
import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing

@testable import Studio

/// The work that pages of the same rows share.
@Suite(.timeLimit(.hang)) struct SharedWorkTests {
  private typealias Update = GridWindow.Row.Update

  private static func row(_ number: Int) -> GridWindow.Row {
    GridWindow.Row(key: [WireCell(.integer(Int64(number)))], place: [], cells: [])
  }

  private static func update(_ number: Int) -> Update {
    Update(rows: [row(number)], duration: .zero, commit: number)
  }

  /// A source of updates that a test sends, which counts how often it began and ended.
  private final class Source: Sendable {
    let beginCount = Mutex(0)
    let endCount = Mutex(0)
    private let updates = AsyncThrowingStream<Update, any Error>.makeStream()

    func send(_ number: Int) { updates.continuation.yield(SharedWorkTests.update(number)) }
    func fail() { updates.continuation.finish(throwing: CannotFollow()) }

    func run(_ show: @escaping @Sendable (Update) async throws -> Void) async throws {
      beginCount.withLock { $0 += 1 }
      defer { endCount.withLock { $0 += 1 } }
      for try await update in updates.stream { try await show(update) }
      try Task.checkCancellation()
    }
  }

  /// A page that follows a window, and what it was shown.
  private final class Page: Sendable {
    let numbers = Mutex<[Int]>([])
    let errors = Mutex<[any Error]>([])
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(
      _ rows: SharedRows<Int>,
      _ source: Source,
      since start: ContinuousClock.Instant = .now,
      shows shown: [GridWindow.Row] = []
    ) {
      let task = Task {
        do {
          try await rows.follow(1, since: start, shown: { shown }, source.run) { update in
            self.numbers.withLock { $0.append(update.commit ?? 0) }
          }
        } catch { self.errors.withLock { $0.append(error) } }
      }
      self.task.withLock { $0 = task }
    }

    func leave() { task.withLock { $0 }?.cancel() }
    var last: Int? { numbers.withLock { $0.last } }
  }

  @Test func `a page may leave while rows are sent to it`() async {
    // If the rows were sent under the lock that a leaving page needs, both would wait forever.
    let rows = SharedRows<Int>()
    await withTaskGroup(of: Void.self) { group in
      for window in 0..<8 {
        group.addTask {
          for round in 0..<TestRounds.scaled(300) {
            let page = Task {
              let name = window * 1_000_000 + round
              try? await rows.follow(name, since: .now, shown: { [] }) { show in
                try await show(Self.update(round))
              } _: { _ in
              }
            }
            for _ in 0..<round % 4 { await Task.yield() }
            page.cancel()
            await page.value
          }
        }
      }
    }
  }

  @Test func `pages of the same window share one live query until the last one leaves`() async {
    let (rows, source) = (SharedRows<Int>(), Source())
    let pages = [Page(rows, source), Page(rows, source)]
    await until { source.beginCount.withLock { $0 } == 1 }
    source.send(1)
    await until { pages[0].last == 1 && pages[1].last == 1 }
    pages[0].leave()
    source.send(2)
    await until { pages[1].last == 2 }
    #expect(source.endCount.withLock { $0 } == 0)
    pages[1].leave()
    await until { source.endCount.withLock { $0 } == 1 }
    #expect(source.beginCount.withLock { $0 } == 1)
    await until { pages.allSatisfy { page in page.errors.withLock { !$0.isEmpty } } }
    #expect(pages.allSatisfy { page in page.errors.withLock { $0.first is CancellationError } })
  }

  @Test func `a page receives no rows older than its own, but may share equal ones`() async {
    let (rows, source) = (SharedRows<Int>(), Source())
    let first = Page(rows, source)
    source.send(1)
    await until { first.last == 1 }
    let other = Page(rows, source, shows: [Self.row(2)])
    let equal = Page(rows, source, shows: [Self.row(1)])
    await until { equal.last == 1 }
    source.send(2)
    await until { first.last == 2 && other.last == 2 && equal.last == 2 }
    #expect(other.numbers.withLock { $0 } == [2])
    for page in [first, other, equal] { page.leave() }
  }

  @Test func `a page that began to read before an update receives it`() async {
    let (rows, source) = (SharedRows<Int>(), Source())
    let start = ContinuousClock.now
    let first = Page(rows, source)
    source.send(1)
    await until { first.last == 1 }
    let late = Page(rows, source, since: start)
    await until { late.last == 1 }
    for page in [first, late] { page.leave() }
  }

  @Test func `an error reaches all pages, and the next page begins again`() async {
    let (rows, source) = (SharedRows<Int>(), Source())
    let pages = [Page(rows, source), Page(rows, source)]
    source.send(1)
    await until { pages.allSatisfy { $0.last == 1 } }
    source.fail()
    await until { pages.allSatisfy { page in page.errors.withLock { $0.count } == 1 } }
    #expect(pages.allSatisfy { page in page.errors.withLock { $0.first is CannotFollow } })
    let again = Page(rows, Source())
    again.leave()
    await until { again.errors.withLock { $0.count } == 1 }
  }

  @Test func `pages that ask during a count share the next one`() async throws {
    let counts = SharedCounts()
    let begun = Mutex(0)
    let mayEnd = Mutex(false)
    let count: @Sendable () async throws -> GridTotal = {
      let number = begun.withLock { begun in
        begun += 1
        return begun
      }
      await until { mayEnd.withLock { $0 } }
      return GridTotal(count: number)
    }
    async let first = counts.count("rows", count)
    await until { begun.withLock { $0 } == 1 }
    async let second = counts.count("rows", count)
    async let third = counts.count("rows", count)
    await until { counts.waitingCount("rows") == 2 }
    mayEnd.withLock { $0 = true }
    #expect(try await first.total.count == 1)
    #expect(try await second.total.count == 2)
    #expect(try await third.total.count == 2)
    #expect(begun.withLock { $0 } == 2)
  }

  @Test func `a count is cancelled when its last page leaves, and a new page counts again`()
    async throws
  {
    let counts = SharedCounts()
    let begun = Mutex(0)
    let cancelled = Mutex(0)
    let endless: @Sendable () async throws -> GridTotal = {
      begun.withLock { $0 += 1 }
      do { try await untilCancelled() } catch {
        cancelled.withLock { $0 += 1 }
        throw error
      }
      return GridTotal(count: 0)
    }
    let first = Task { try await counts.count("rows", endless) }
    await until { begun.withLock { $0 } == 1 }
    // This one waits for the next count, which never begins.
    let second = Task { try await counts.count("rows", endless) }
    first.cancel()
    second.cancel()
    await until { cancelled.withLock { $0 } >= 1 }
    _ = await (first.result, second.result)
    let total = try await counts.count("rows") { GridTotal(count: 7) }.total
    #expect(total.count == 7)
  }
}
