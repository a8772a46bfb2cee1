/// A search for a shorter script that also fails.
struct WrittenShrinking {
  private(set) var script: WrittenScript
  private(set) var complaint: WrittenComplaint
  private let metronome: FuzzMetronome
  private var remainingTries = 400

  init(_ script: WrittenScript, _ complaint: WrittenComplaint) throws {
    metronome = try FuzzMetronome()
    self.script = script
    self.complaint = complaint
  }

  mutating func run() async {
    await removeQueries()
    await writePlainly()
    await removeCommits()
    for index in script.commits.indices.reversed() { await removeStatements(of: index) }
  }

  /// Why the search has ended before all was tried; `nil` if it has not.
  private var end: String? {
    if Task.isCancelled { return "the test's time was over" }
    return remainingTries > 0 ? metronome.end : "400 scripts were tried"
  }

  /// What a person needs to see the failure again.
  var report: String {
    let title = end.map { "The shortest that was found before \($0):" } ?? "The shortest:"
    return "\(complaint.text)\n\(title)\n\(script)"
  }

  private mutating func removeQueries() async {
    var shorter = script
    if let failing = complaint.query { shorter.queries = [script.queries[failing]] }
    shorter.commits = Array(script.commits.prefix(complaint.commitCount))
    if await take(shorter) { return }
    for index in script.queries.indices.reversed() where script.queries.count > 1 {
      var shorter = script
      shorter.queries.remove(at: index)
      await take(shorter)
    }
  }

  /// Writes the queries without odd spaces, comments and quotes.
  private mutating func writePlainly() async {
    var shorter = script
    shorter.queries = script.queries.map { query in
      guard case .text(let shape, _, let plain) = query else { return query }
      return .text(shape, sql: plain, plain: plain)
    }
    await take(shorter)
  }

  private mutating func removeCommits() async {
    var size = max(1, script.commits.count / 2)
    while size > 0 {
      var end = script.commits.count
      while end > 0 {
        var shorter = script
        shorter.commits.removeSubrange(max(0, end - size)..<end)
        await take(shorter)
        end -= size
      }
      size /= 2
    }
  }

  private mutating func removeStatements(of index: Int) async {
    for place in script.commits[index].statements.indices.reversed() {
      var shorter = script
      shorter.commits[index].statements.remove(at: place)
      await take(shorter)
    }
  }

  /// Keeps a shorter script if it fails.
  @discardableResult
  private mutating func take(_ shorter: WrittenScript) async -> Bool {
    guard end == nil else { return false }
    remainingTries -= 1
    guard let round = try? WrittenRound(shorter, patience: .beats(metronome, count: 500)),
      let complaint = await round.complaint()
    else { return false }
    (script, self.complaint) = (shorter, complaint)
    return true
  }
}
