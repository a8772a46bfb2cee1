extension DatabasePool {
  /// Creates a snapshot of the last commit, with its own connection.
  ///
  /// It does not wait for other accesses. Within a write, it shows the state before the write.
  ///
  /// - Returns: The snapshot, which exists until it is released or closed.
  /// - Throws: ``DatabaseError`` with the reason why a connection cannot be opened, or with
  ///   `.misuse` for a pool in memory.
  public func makeSnapshot() throws -> DatabaseSnapshot { try readers.opening.makeSnapshot() }

  /// Creates a snapshot of the last commit with as many readers as the pool may have, at most 64.
  ///
  /// The readers do not wait for each other. This waits for the writer, and holds it while the
  /// readers are opened, so that no one commits meanwhile.
  ///
  /// - Returns: The snapshot, which exists until it is released or closed.
  /// - Throws: ``DatabaseError`` with the reason why a connection cannot be opened, with `.misuse`
  ///   for a pool that is in memory or read-only, or with `.nestedAccess` within a write.
  public func makeSnapshotPool() throws -> DatabaseSnapshotPool {
    let opening = readers.opening
    try opening.checkSupportsSnapshots()
    guard !configuration.readOnly else {
      throw DatabaseError(
        code: .misuse,
        message:
          "Creating a snapshot with several readers blocks writes, which a read-only pool cannot do: use "
          + "`makeSnapshot`.",
        path: path
      )
    }
    let source = ChangeSource()
    let connections = try writer.sync { db in
      try db.transaction(.immediate) {
        try (0..<min(max(configuration.maximumReaderCount, 1), 64)).map { _ in
          try opening.openSnapshotReader(source)
        }
      }
    }
    return DatabaseSnapshot(opening, connections)
  }
}

extension DatabaseQueue {
  /// Creates a snapshot of the last commit, with its own connection.
  ///
  /// It does not wait for other accesses. Within a write, it shows the state before the write.
  ///
  /// - Returns: The snapshot, which exists until it is released or closed.
  /// - Throws: ``DatabaseError`` with the reason why a connection cannot be opened, or with
  ///   `.misuse` for a queue in memory or a file without a write-ahead log.
  public func makeSnapshot() throws -> DatabaseSnapshot { try opening.makeSnapshot() }
}

extension DatabaseOpening {
  fileprivate func makeSnapshot() throws -> DatabaseSnapshot {
    try checkSupportsSnapshots()
    return DatabaseSnapshot(self, [try openSnapshotReader(ChangeSource())])
  }
}
