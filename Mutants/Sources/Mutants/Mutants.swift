import Foundation

/// Tells which small changes of the sources no test notices.
@main struct Mutants {
  static func main() throws {
    let options: Options
    do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
      say((error as? Options.Mistake)?.text ?? "\(error)")
      say(Options.help)
      exit(2)
    }
    let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    do { exit(try run(options, in: package)) } catch {
      say((error as? ScratchPackage.Failure)?.text ?? "\(error)")
      exit(2)
    }
  }

  /// - Returns: 0 where enough mutants were noticed.
  private static func run(_ options: Options, in package: URL) throws -> Int32 {
    let all = try Sample.all(in: package, options)
    // The compiler refuses some.
    let sample = Sample.pick(options.count * 5 / 4 + 5, of: all, seed: options.seed)
    say("\(all.count) changes are possible; the sample has the seed \(options.seed).")
    if options.lists {
      for mutant in sample {
        print("#\(mutant.number) \(mutant.file):\(mutant.line): \(mutant.description)")
      }
      return 0
    }
    let copy = ScratchPackage(of: package)
    let compiled = options.isBuilt ? try copy.built(of: sample) : try copy.build(sample)
    var mutants = Array(compiled.prefix(options.count))
    let results = Results(folder: copy.folder)
    if !options.only.isEmpty { mutants.removeAll { !options.only.contains($0.number) } }
    if options.again {
      let survivors = try results.survivors()
      mutants.removeAll { !survivors.contains($0.number) }
    }
    let suites = try survey(TestSuites(copy), results, sample.count, options.workers)
    let campaign = Campaign(suites: suites, runner: TestSuites(copy), workers: options.workers)
    let outcomes = campaign.run(mutants)
    try results.save(outcomes)
    return report(outcomes)
  }

  private static func survey(
    _ runner: TestSuites,
    _ results: Results,
    _ count: Int,
    _ workers: Int
  ) throws -> [TestSuites.Suite] {
    if let known = results.suites(of: try runner.stamp) { return known }
    let names = try runner.names()
    say("Finding which of \(names.count) suites run which mutants …")
    let suites = inParallel(names, workers) { name in try? runner.survey(name, count: count) }
      .compactMap { $0 }
    for suite in suites where !suite.passes { say("Omitted because it fails: \(suite.name)") }
    say("\(suites.count) suites, \(Int(suites.reduce(0) { $0 + $1.seconds })) s.")
    try results.save(suites, of: try runner.stamp)
    return suites
  }

  private static func report(_ outcomes: [Campaign.Outcome]) -> Int32 {
    let survivors = outcomes.filter { $0.killer == nil }
    for outcome in outcomes.filter({ $0.killer != nil }) { print(line(outcome)) }
    print("\nSurvivors:")
    for outcome in survivors { print(line(outcome)) }
    let killed = outcomes.count - survivors.count
    print("\n\(killed) of \(outcomes.count) were noticed.")
    return killed * 100 >= outcomes.count * 95 ? 0 : 1
  }

  private static func line(_ outcome: Campaign.Outcome) -> String {
    let mutant = outcome.mutant
    let fate = outcome.killer ?? "\(outcome.suiteCount) suites run it"
    return "#\(mutant.number) \(mutant.file):\(mutant.line): \(mutant.description) | \(fate)"
  }
}
