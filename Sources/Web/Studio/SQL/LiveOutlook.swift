import IncrementalQueries

/// The way in which the result of a statement is kept up to date, or why it is not.
struct LiveOutlook: Sendable {
  /// How it is kept up to date; `nil` if it is not.
  var plan: LivePlan?
  /// Why it is not kept up to date, as the rest of a sentence.
  var reason: String?

  /// The rows, the bytes and the time of a result that is kept up to date: all of it is held in
  /// memory, and it may be read again after each commit.
  static let maxRows = 100_000
  static let maxBytes = 64 << 20
  static let longest = Duration.seconds(1)

  /// The outlook of a result that is kept up to date.
  init(plan: LivePlan) { self.plan = plan }

  /// The outlook of a result that is not kept up to date.
  init(reason: String) { self.reason = reason }

  /// The cost of a result.
  struct Cost: Sendable {
    var rows = 0
    var bytes = 0
    var time = Duration.zero

    var isTooHigh: Bool { refusal != nil }

    /// Why it is not kept up to date, as the rest of a sentence; `nil` if it can be.
    var refusal: String? {
      if rows > maxRows { return "it has more than \(maxRows) rows" }
      if bytes > maxBytes { return "its rows take more than \(maxBytes >> 20) MB" }
      return time > longest ? "it takes longer than a second" : nil
    }
  }
}

extension LivePlan {
  /// The description that the page shows.
  var words: String { isRerun ? "run again" : description }

  /// Why the whole query is run again.
  var reasonForRerun: String? {
    if case .rerun(let reason) = self { reason.description } else { nil }
  }
}
