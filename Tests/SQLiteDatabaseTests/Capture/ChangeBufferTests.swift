import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// Tests of the buffer of change sets between committing threads and a task that waits for them.
@Suite(.timeLimit(.hang)) struct ChangeBufferTests {
  private static func changes(_ number: Int) -> ChangeSet {
    ChangeSet(number: number, origin: .thisProcess, tables: [:])
  }

  /// Lets a started task run until it waits.
  private func letWait() async {
    for _ in 0..<1000 { await Task.yield() }
  }

  @Test(arguments: [1, 3])
  func `waiting tasks are resumed at the end`(count: Int) async {
    let buffer = ChangeBuffer()
    let tasks = (0..<count).map { _ in Task { await buffer.next() } }
    await letWait()
    buffer.end()
    for task in tasks { #expect(await task.value == nil) }
  }

  @Test func `a waiting task is resumed by a commit`() async {
    let buffer = ChangeBuffer()
    let task = Task { await buffer.next() }
    await letWait()
    buffer.add(Self.changes(7))
    #expect(await task.value?.number == 7)
  }

  @Test func `a task that is cancelled while it waits is resumed`() async {
    let buffer = ChangeBuffer()
    let task = Task { await buffer.next() }
    await letWait()
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test func `change sets that were added before the end are still delivered`() async {
    let buffer = ChangeBuffer()
    for number in 1...3 { buffer.add(Self.changes(number)) }
    buffer.end()
    buffer.add(Self.changes(4))
    var numbers: [Int] = []
    while let next = await buffer.next() { numbers.append(next.number) }
    #expect(numbers == [1, 2, 3])
  }

  @Test func `a sequence of changes ends when the database is closed`() async throws {
    let test = try TestDatabase(.pool, "CREATE TABLE t (a)")
    let changes = test.writer.changes
    let task = Task {
      for await _ in changes {}
    }
    await letWait()
    try test.writer.close()
    await task.value
  }
}
