/// A search for a shorter script that also fails.
struct FuzzShrinker {
  private(set) var script: FuzzScript
  private(set) var complaint: String
  private let metronome: FuzzMetronome
  private var remainingTries = 400

  init(_ script: FuzzScript, _ complaint: String) throws {
    metronome = try FuzzMetronome()
    self.script = script
    self.complaint = complaint
  }

  /// Why the search has ended before all was tried; `nil` if it has not.
  private var end: String? {
    if Task.isCancelled { return "the test's time was over" }
    return remainingTries > 0 ? metronome.end : "400 scripts were tried"
  }

  /// What a person needs to see the failure again.
  var report: String {
    let title = end.map { "The shortest that was found before \($0):" } ?? "The shortest:"
    return "\(title)\n\(script)\n\(complaint)"
  }

  mutating func run() async {
    var count: Int
    repeat {
      count = script.operations.count
      await removeOperations()
      await shortenOperations()
    } while script.operations.count < count
  }

  private mutating func removeOperations() async {
    var size = script.operations.count / 2
    while size > 0 {
      var end = script.operations.count
      while end > 0 {
        var shorter = script
        shorter.operations.removeSubrange(max(0, end - size)..<end)
        await take(shorter)
        end -= size
      }
      size /= 2
    }
  }

  private mutating func shortenOperations() async {
    for index in script.operations.indices.reversed() {
      while await shorten(index) {}
    }
  }

  private mutating func shorten(_ index: Int) async -> Bool {
    for operation in script.operations[index].shorter {
      var shorter = script
      shorter.operations[index] = operation
      if await take(shorter) { return true }
    }
    return false
  }

  /// Keeps a shorter script if it fails.
  @discardableResult
  private mutating func take(_ shorter: FuzzScript) async -> Bool {
    guard end == nil else { return false }
    remainingTries -= 1
    guard let complaint = await Self.complaint(shorter, .beats(metronome, count: 500)),
      Self.kind(complaint) == Self.kind(self.complaint)
    else { return false }
    (script, self.complaint) = (shorter, complaint)
    return true
  }

  /// Returns the kind of a complaint, without its details: one failure must not turn into another.
  private static func kind(_ complaint: String) -> String {
    let lines = complaint.split(separator: "\n")
    let line =
      lines.first { $0.hasPrefix("here: ") || $0.hasPrefix("there: ") } ?? lines.first ?? ""
    return String(line.filter { !$0.isNumber }.prefix(60))
  }

  /// Returns what is wrong with a script.
  private static func complaint(_ script: FuzzScript, _ patience: FuzzPatience) async -> String? {
    do { return await (try FuzzRound(script, patience: patience)).complaint() } catch {
      return "it cannot be tried: \(error)"
    }
  }
}
