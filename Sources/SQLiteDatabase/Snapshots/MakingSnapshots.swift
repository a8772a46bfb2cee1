extension DatabasePool {
  /// Makes a snapshot of the last commit, with a connection of its own.
  ///
  /// It waits for nobody. Within a write it shows what was committed before that.
  ///
  /// - Returns: The snapshot, which is there until it is let go or closed.
  /// - Throws: ``DatabaseError`` that says why a connection cannot be opened; with `.misuse` for a pool in memory.
  public func makeSnapshot() throws -> DatabaseSnapshot { try readers.opening.makeSnapshot() }

  /// Makes a snapshot of the last commit with as many readers as the pool may have, which do not wait for each other.
  ///
  /// It waits for the writer, and has it while the readers are opened, so that nobody commits meanwhile.
  ///
  /// - Returns: The snapshot, which is there until it is let go or closed.
  /// - Throws: ``DatabaseError`` that says why a connection cannot be opened; with `.misuse` for a pool in memory or one that
  ///   cannot write, with `.nestedAccess` within a write.
  public func makeSnapshotPool() throws -> DatabaseSnapshotPool {
    let opening = readers.opening
    try opening.checkMayHaveSnapshots()
    guard !configuration.readOnly else {
      throw DatabaseError(
        code: .misuse,
        message:
          "A snapshot with several readers keeps others from writing while it is made, which a pool that only reads cannot: "
          + "use `makeSnapshot`.",
        path: path
      )
    }
    let source = ChangeSource()
    let connections = try writer.sync { db in
      try db.transaction(.immediate) {
        try (0..<max(configuration.maximumReaderCount, 1)).map { _ in
          try opening.openHeldReader(source)
        }
      }
    }
    return DatabaseSnapshot(opening, connections)
  }
}

extension DatabaseQueue {
  /// Makes a snapshot of the last commit, with a connection of its own.
  ///
  /// It waits for nobody. Within a write it shows what was committed before that.
  ///
  /// - Returns: The snapshot, which is there until it is let go or closed.
  /// - Throws: ``DatabaseError`` that says why a connection cannot be opened; with `.misuse` for a queue in memory, and for
  ///   one whose file has no write-ahead log.
  public func makeSnapshot() throws -> DatabaseSnapshot { try opening.makeSnapshot() }
}

extension DatabaseOpening {
  fileprivate func makeSnapshot() throws -> DatabaseSnapshot {
    try checkMayHaveSnapshots()
    return DatabaseSnapshot(self, [try openHeldReader(ChangeSource())])
  }
}
