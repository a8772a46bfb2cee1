import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@Suite(.mayBlock) struct InterruptTests {
  @Test(.timeLimit(.hang))
  func `stops an endless query from another thread`() throws {
    let connection = try Connection.inMemory()
    let handle = connection.interruptHandle
    try connection.addFunction("interrupt_soon", argumentCount: 0) { _ in
      Thread { handle.interrupt() }.start()
      return 1
    }
    let error = failure {
      try connection.execute(
        """
        WITH RECURSIVE n (x) AS (SELECT interrupt_soon() UNION ALL SELECT x + 1 FROM n)
        SELECT count(*) FROM n
        """
      )
    }
    #expect(error?.code == .interrupt)
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test func `has no effect on a connection that is idle or closed`() throws {
    let connection = try Connection.inMemory()
    connection.interruptHandle.interrupt()
    #expect(try connection.value("SELECT 1") == 1)
    try connection.close()
    connection.interruptHandle.interrupt()
  }
}
