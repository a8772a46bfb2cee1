import LiveSQL

extension FuzzWriting {
  private struct Refusal: Error {}

  /// Runs the transaction; most errors of its statements are intended.
  ///
  /// It increases the counter of each file that it writes.
  func run(on database: any DatabaseWriter) {
    try? database.write { db in
      for table in tallies { try db.execute(sql: "UPDATE \(table) SET n = n + 1") }
      for sql in statements where db.isInsideTransaction { try? db.execute(sql: sql) }
      if ending == .rollback { throw Refusal() }
    }
  }

  private var tallies: [String] {
    switch files {
    case .main: ["main.tally"]
    case .extra: ["extra.tally"]
    case .both: ["main.tally", "extra.tally"]
    case .temporary: []
    }
  }

  /// Runs it on another thread.
  @concurrent
  func runAside(on database: any DatabaseWriter) async { run(on: database) }
}
