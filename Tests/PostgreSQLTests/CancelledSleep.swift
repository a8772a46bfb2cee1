import Foundation
import PostgreSQL

extension PostgresConnection {
  /// Cancels the connection's statement from another thread, as soon as it calls `pg_sleep`.
  ///
  /// Before that, the server names the statement while it is prepared, and nothing is cancelled.
  ///
  /// - Parameter configuration: How to connect for looking at the statement.
  func cancelOnceSleeping(observedBy configuration: PostgresConfiguration) {
    let (id, cancellation) = (Int64(processID), cancellation)
    Thread {
      guard let observer = try? PostgresConnection(configuration) else { return }
      let sleeping = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'"
      while (try? observer.execute(sleeping, [.integer(id)]).count) == 0 {}
      cancellation.cancel()
    }
    .start()
  }
}
