/// A search for a shorter script that also fails.
struct EngineShrinking {
  private(set) var script: EngineScript
  private(set) var complaint: String
  private var remainingTries = 300

  init(_ script: EngineScript, _ complaint: String) {
    self.script = script
    self.complaint = complaint
  }

  mutating func run() async {
    await removeQueries()
    var size = script.events.count / 2
    while size > 0 {
      await removeEvents(size)
      size /= 2
    }
    for index in script.events.indices.reversed() { await removeSteps(of: index) }
  }

  private mutating func removeQueries() async {
    for place in script.queries.indices.reversed() where script.queries.count > 1 {
      // The other queries keep their numbers.
      var shorter = script
      shorter.queries.remove(at: place)
      await take(shorter)
    }
  }

  private mutating func removeEvents(_ size: Int) async {
    var end = script.events.count
    while end > 0 {
      var shorter = script
      shorter.events.removeSubrange(max(0, end - size)..<end)
      await take(shorter)
      end -= size
    }
  }

  private mutating func removeSteps(of index: Int) async {
    for place in script.events[index].steps.indices.reversed() {
      var shorter = script
      shorter.events[index].steps.remove(at: place)
      await take(shorter)
    }
  }

  /// Keeps a shorter script if it fails.
  private mutating func take(_ shorter: EngineScript) async {
    guard remainingTries > 0 else { return }
    remainingTries -= 1
    guard var round = try? EngineRound(shorter), let complaint = try? await round.complaint() else {
      return
    }
    (script, self.complaint) = (shorter, complaint)
  }
}
