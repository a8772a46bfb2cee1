import DatabaseTypes
import LiveEngine
import LiveQueries
import LiveSQLTestSupport
import SQLiteDatabase

/// A run of a script that reports what is wrong.
struct EngineRound {
  private let script: EngineScript
  private let bench: EngineBench
  private let subjects: [any EngineSubject]
  private let witnesses: EngineWitnesses
  private var random: SeededGenerator
  /// The number of commits that have been judged, alone or several at once.
  private(set) var commitCount = 0

  init(_ script: EngineScript) throws {
    self.script = script
    bench = try EngineBench(script.layout)
    random = SeededGenerator(seed: script.seed &+ 1)
    let catalogue = EngineCatalogue(bench, script.layout)
    subjects = script.queries.map { catalogue.entries[$0]() }
    witnesses = EngineWitnesses(bench.database, bench.delivery)
  }

  /// Returns what is wrong after some event; `nil` if everything is right.
  mutating func complaint() async throws -> String? {
    for subject in subjects { try await subject.begin() }
    if let complaint = try await judge(by: 0) { return "at the beginning: \(complaint)" }
    for (index, event) in script.events.enumerated() {
      let before = commitCount
      let observed = random.below(witnesses.all.count)
      // Commits of others are seen when they are reported, and may be read earlier.
      if !script.layout.hasOther { witnesses.observe(observed) }
      do { try await run(event) } catch { return "event \(index) fails: \(error)" }
      let isLast = index == script.events.count - 1
      let witness = random.below(witnesses.all.count)
      guard event.isJudged || isLast else { continue }
      if let complaint = try await judge(by: witness) {
        return "after event \(index), commits \(before) to \(commitCount): \(complaint)"
      }
    }
    return nil
  }

  private func run(_ event: EngineEvent) async throws {
    switch event.kind {
    case .transaction: EngineBench.write(event, to: bench.database)
    case .elsewhere:
      await bench.flush { EngineBench.write(event, to: bench.other ?? bench.database) }
    case .both:
      let (database, other) = (bench.database, bench.other ?? bench.database)
      await bench.flush {
        async let elsewhere = Self.writeThroughOther(event, other)
        EngineBench.write(event, to: database)
        return await elsewhere
      }
    case .maintenance: bench.maintain(event)
    case .pauseOrResume(let index):
      if let subject = subject(index) { try? await subject.pauseOrResume() }
    case .subscribeAgain(let index):
      if let subject = subject(index) { try? await subject.subscribeAgain() }
    }
  }

  private func subject(_ index: Int) -> (any EngineSubject)? {
    subjects.indices.contains(index) ? subjects[index] : nil
  }

  @concurrent
  private static func writeThroughOther(_ event: EngineEvent, _ database: any DatabaseWriter) async
    -> Bool
  {
    EngineBench.write(event, to: database)
  }

  private mutating func judge(by witness: Int) async throws -> String? {
    commitCount = try bench.commitCount()
    if let complaint = await witnesses.complaint(reaching: commitCount, by: witness) {
      return complaint
    }
    try bench.readTruth(subjects)
    for subject in subjects {
      let follows = random.chance(40)
      if let complaint = await subject.complaint(follows: follows) { return complaint }
    }
    return nil
  }
}
