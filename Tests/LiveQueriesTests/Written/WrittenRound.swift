import LiveSQL
import LiveSQLTestSupport

/// A difference between a live query and its query run afresh.
struct WrittenComplaint: Sendable {
  /// The index of the query in its script; `nil` if it is none of them.
  var query: Int?
  /// The number of transactions that had ended.
  var commitCount = 0
  let text: String
}

/// A run of a script that reports what is wrong.
final class WrittenRound {
  private let script: WrittenScript
  private let bench: WrittenBench
  private let bell = FuzzBell()
  private let subjects: [any WrittenSubject]
  /// Properties that show how often each file was written, by whomever.
  private let tallies: [(sql: String, property: FetchOne<Int>)]
  /// How long to wait for what others committed.
  private let patience: FuzzPatience
  private var process: FuzzProcess?
  private(set) var counts = WrittenCounts()

  /// Creates the databases of a script, and starts its live queries.
  init(_ script: WrittenScript, patience: FuzzPatience) throws {
    self.script = script
    self.patience = patience
    let (bench, bell) = (try WrittenBench(script.layout), bell)
    self.bench = bench
    subjects = script.queries.enumerated()
      .map { index, query in WrittenRound.subject(query, index, bench.here, bell) }
    tallies = ["main", "extra"].map { WrittenRound.tally(in: $0, bench.here) }
  }

  private static func tally(in schema: String, _ database: any DatabaseWriter)
    -> (sql: String, property: FetchOne<Int>)
  {
    let sql = "SELECT n FROM \(schema).tally"
    let property = FetchOne(
      wrappedValue: 0,
      #sql("\(raw: sql)", as: Int.self),
      database: database,
      delivery: .immediate
    )
    return (sql, property)
  }

  private static func subject(
    _ query: WrittenQuery,
    _ index: Int,
    _ database: any DatabaseWriter,
    _ bell: FuzzBell
  ) -> any WrittenSubject {
    switch query {
    case .typed(let number): WrittenCatalogue(database: database).subject(number)
    case .text(let shape, let sql, _): text(shape, sql, index, database, bell)
    }
  }

  /// Creates a live query of SQL text; the first two have followers.
  private static func text(
    _ shape: WrittenShape,
    _ sql: String,
    _ index: Int,
    _ database: any DatabaseWriter,
    _ bell: FuzzBell
  ) -> any WrittenSubject {
    let request = SQLRequest<Row>(sql: sql)
    let property = FetchAll(request, database: database, delivery: .immediate)
    let follow: () -> FuzzFollower<[Row]>? = {
      switch index {
      case 0: .differences(property.differences, bell)
      // The sequence may have its rows in another order, if that is open.
      case 1 where shape.order == .sequence: .updates(database.liveQuery(sql: sql), bell)
      default: nil
      }
    }
    return WrittenProperty(
      shape.name,
      property,
      isExact: true,
      lines: { WrittenForm.lines($0, shape.order) },
      follow: follow,
      truth: { try request.fetchAll($0) }
    )
  }
}

// MARK: - Running

extension WrittenRound {
  /// Returns what is wrong after some transaction; `nil` if everything is right.
  func complaint() async -> WrittenComplaint? {
    guard let paths = bench.process else { return await run() }
    do {
      return try await FuzzProcess.whileRunning(paths) { process in
        self.process = process
        return await run()
      }
    } catch { return WrittenComplaint(text: "\(error)") }
  }

  private func run() async -> WrittenComplaint? {
    do {
      for subject in subjects { await subject.load() }
      noteShapes()
      if let found = try await judge(isOwn: true) ?? complaintOfRegions() { return found }
      for (index, commit) in script.commits.enumerated() {
        try await write(commit)
        guard var found = try await judge(isOwn: commit.author == .here) else { continue }
        found.commitCount = index + 1
        return found
      }
      return try complaintOfRegions() ?? complaintOfPatches()
    } catch { return WrittenComplaint(text: "a transaction fails: \(error)") }
  }

  private func noteShapes() {
    for query in script.queries {
      switch query {
      case .text(let shape, _, _): counts.noteShape(shape.name)
      case .typed(let number): counts.noteShape("typed \(number)")
      }
    }
  }

  private func write(_ writing: FuzzWriting) async throws {
    counts.noteCommit()
    if writing.author == .process, let process { return try await process.write(writing) }
    await writing.runAside(on: bench.database(writing.author))
  }
}

// MARK: - Judging

extension WrittenRound {
  /// Waits until live queries show every transaction, and compares them.
  ///
  /// - Parameter isOwn: Whether no one else wrote, so that everything is reported at once.
  private func judge(isOwn: Bool) async throws -> WrittenComplaint? {
    if !isOwn, let late = await complaintOfTallies() { return late }
    try await bench.here.liveQueriesCaughtUp(within: Duration.hang * 2)
    guard let found = difference() else { return await complaintOfFollowers() }
    if isOwn { return found }
    var last = found
    let isWrong = await bell.wait(patience) {
      guard let found = difference() else { return nil }
      last = found
      return found.text
    }
    return isWrong == nil ? await complaintOfFollowers() : last
  }

  /// Returns the first query whose live result differs from a fresh one in the same snapshot.
  private func difference() -> WrittenComplaint? {
    do {
      return try bench.here.read { db -> WrittenComplaint? in
        for (index, subject) in subjects.enumerated() {
          counts.noteComparison()
          if let text = subject.complaint(db) { return WrittenComplaint(query: index, text: text) }
        }
        return nil
      }
    } catch { return WrittenComplaint(text: "the database cannot be read: \(error)") }
  }

  private func complaintOfFollowers() async -> WrittenComplaint? {
    for (index, subject) in subjects.enumerated() {
      let text = await bell.wait(patience) { subject.complaintOfFollower() }
      if let text { return WrittenComplaint(query: index, text: text) }
    }
    return nil
  }

  /// Waits until the transactions of others are reported.
  private func complaintOfTallies() async -> WrittenComplaint? {
    do {
      let numbers = try commitNumbers()
      let text = await bell.wait(patience) {
        for (tally, number) in zip(tallies, numbers) where tally.property.fetched.value != number {
          return "commit \(number) is not told to \(tally.sql)"
        }
        return nil
      }
      return text.map { WrittenComplaint(text: $0) }
    } catch { return WrittenComplaint(text: "the database cannot be read: \(error)") }
  }

  private func commitNumbers() throws -> [Int] {
    try bench.here.read { db in try tallies.map { try Int.fetchOne(db, sql: $0.sql) ?? 0 } }
  }

  /// Returns the first statement that opens a table which the library does not say it reads.
  private func complaintOfRegions() throws -> WrittenComplaint? {
    try bench.here.read { db -> WrittenComplaint? in
      for (index, query) in script.queries.enumerated() {
        guard case .text(_, let sql, _) = query else { continue }
        if let text = try WrittenRegions.complaint(sql, db) {
          return WrittenComplaint(query: index, text: text)
        }
      }
      return nil
    }
  }

  /// Counts the work that was done, and returns a patch that did not fit its result.
  private func complaintOfPatches() -> WrittenComplaint? {
    let statistics = bench.here.liveQueryStatistics
    counts.noteEnd(statistics)
    return statistics.first { $0.failedPatchCount > 0 }
      .map { WrittenComplaint(text: "a patch did not fit its result: \($0)") }
  }
}
