public import DatabaseTypes

/// An error for a change stream that was closed, or did not report commits in time.
public struct StreamUnavailable: Error, Sendable, Hashable {
  enum Reason: Sendable { case closed, late }

  let reason: Reason
}

extension StreamUnavailable: _SelfDescribingError {
  /// The problem, and how to investigate it.
  public var description: String {
    switch reason {
    case .closed:
      "The change stream was closed, because the database was closed. Keep the database object as long as its "
        + "live queries."
    case .late:
      "The server did not report its commits in time. It may be decoding a very large transaction, or its "
        + "process may be stuck; to see it: SELECT * FROM pg_stat_replication"
    }
  }
}
