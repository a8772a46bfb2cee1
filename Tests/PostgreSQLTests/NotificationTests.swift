import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct NotificationTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection
  let other: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    other = try scratch.connect()
  }

  @Test func `messages of other sessions arrive in order`() throws {
    try connection.listen(to: "The \"channel")
    #expect(try connection.notifications() == [])
    for text in ["one", "", "é"] {
      try other.execute("SELECT pg_notify('The \"channel', $1)", [.text(text)])
    }
    var seen: [PostgresNotification] = []
    while seen.count < 3, !Task.isCancelled {
      seen += try connection.waitForNotifications(timeout: .hang)
    }
    #expect(seen.map(\.payload) == ["one", "", "é"])
    #expect(Set(seen.map(\.channel)) == ["The \"channel"])
    #expect(seen.allSatisfy { $0.processID == other.processID })
    try connection.unlisten(from: "The \"channel")
    try connection.listen(to: "end")
    try other.execute("SELECT pg_notify('The \"channel', 'four')")
    // A notification that follows shows that the one before does not come.
    try other.execute("SELECT pg_notify('end', 'five')")
    let last = try connection.waitForNotifications(timeout: .hang).map(\.payload)
    #expect(last == ["five"])
  }

  @Test func `a wait ends when it is woken, even before it begins`() throws {
    let waker = PostgresWaker()
    waker.wake()
    #expect(try connection.waitForNotifications(waker: waker) == [])
    Thread { waker.wake() }.start()
    #expect(try connection.waitForNotifications(waker: waker) == [])
  }

  @Test func `a wait ends with an error when the session ends`() throws {
    try other.execute("SELECT pg_terminate_backend($1)", [.integer(Int64(connection.processID))])
    #expect(throws: PostgresError.self) { try connection.waitForNotifications() }
  }
}
