/// The times that both sides of a question took, by rounds.
///
/// A round measures both sides, one right after the other, and rounds alternate in which comes
/// first: so anything that slows the machine down for a while slows both down.
struct Samples {
  private(set) var baseline: [Double] = []
  private(set) var ours: [Double] = []

  private let clock: Clock

  init<Asked: Question>(of question: inout Asked, rounds: Int, clock: Clock) throws {
    self.clock = clock
    // The first runs fill caches.
    try addRound(&question, isBaselineFirst: true)
    baseline = []
    ours = []
    for round in 0..<rounds { try addRound(&question, isBaselineFirst: round.isMultiple(of: 2)) }
  }

  private mutating func addRound<Asked: Question>(
    _ question: inout Asked,
    isBaselineFirst: Bool
  ) throws {
    try question.prepare()
    let (first, second) =
      isBaselineFirst
      ? (try time(question.baseline), try time(question.ours))
      : (try time(question.ours), try time(question.baseline))
    guard first.result == second.result else {
      throw WrongResult(question: Asked.name, results: [first.result, second.result])
    }
    baseline.append(isBaselineFirst ? first.time : second.time)
    ours.append(isBaselineFirst ? second.time : first.time)
  }

  private func time(_ body: () throws -> Int) rethrows -> (time: Double, result: Int) {
    let start = clock.milliseconds
    let result = try body()
    return (clock.milliseconds - start, result)
  }
}

/// An error: both sides did not do the same work.
struct WrongResult: Error {
  let question: String
  let results: [Int]
}

extension Array where Element == Double {
  /// The middle element by size; for an even number, the mean of the two middle ones.
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
