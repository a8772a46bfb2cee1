/// The answer to a question on this machine.
struct Answer: Encodable {
  /// The tolerance for the noise of a machine, by which a bar may be exceeded: 3 %.
  ///
  /// With 21 rounds, ten runs on a quiet machine with two cores gave ratios within 2 % of each
  /// other.
  static let margin = 1.03

  let name: String
  let work: String
  let baselineMilliseconds: Double
  let ourMilliseconds: Double
  /// The median of the ratios of the rounds.
  ///
  /// It is steadier than the ratio of the medians, since the two times of a round were measured one
  /// right after the other.
  let ratio: Double
  let bar: Double?
  let isWithinBar: Bool

  init(to question: AnyQuestion, in folder: String, rounds: Int, clock: Clock) throws {
    let samples = try question.measure(folder, rounds, clock)
    name = question.name
    work = question.work
    baselineMilliseconds = samples.baseline.median
    ourMilliseconds = samples.ours.median
    ratio = zip(samples.ours, samples.baseline).map { $0 / $1 }.median
    bar = question.bar
    isWithinBar = bar.map { [ratio] in ratio <= $0 * Self.margin } ?? true
  }
}
