import IncrementalQueries
import TypedSQL

/// The reason why a statement has no other plan than to run again.
struct PlanRejection: Error {
  let reason: LivePlan.Reason

  /// Creates a refusal of a whole statement, or of a part that the reason names.
  init(reason: LivePlan.Reason) { self.reason = reason }

  /// Creates a refusal of a part of a statement.
  ///
  /// - Parameters:
  ///   - reason: The kind of reason.
  ///   - part: The part.
  ///   - what: What is wrong with it, as a part of a sentence: `which has a GROUP BY`.
  ///   - advice: What to write instead; by default, what helps in most cases.
  init(
    _ reason: LivePlan.Reason,
    at part: QueryFragment,
    _ what: String? = nil,
    instead advice: String? = nil
  ) {
    self.reason = reason.at(part.shown + (what.map { ", " + $0 } ?? ""), instead: advice)
  }

  /// Creates a refusal of a part of a statement that is named in words.
  init(_ reason: LivePlan.Reason, of part: String, instead advice: String? = nil) {
    self.reason = reason.at(part, instead: advice)
  }
}

extension QueryFragment {
  /// The largest number of characters that a reason shows.
  private static var shownCount: Int { 160 }

  /// The code on one line, as reasons show it: with `?` in place of values, and in quotes.
  var shown: String {
    let line = render().sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isShort = line.count <= Self.shownCount
    return "“" + (isShort ? line : String(line.prefix(Self.shownCount - 1)) + "…") + "”"
  }
}
