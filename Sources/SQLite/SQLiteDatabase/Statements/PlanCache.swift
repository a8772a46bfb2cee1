/// The plans that a connection keeps for the types of records.
///
/// Plans contain no statements. They are all discarded together: when the schema changes, or if
/// there are too many types.
package struct PlanCache {
  private let maximumCount: Int
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  /// The most recently used plan.
  private var last: (type: ObjectIdentifier, plan: AnyObject)?

  init(maximumCount: Int) { self.maximumCount = max(maximumCount, 1) }

  /// Returns the kept plan of a type.
  package mutating func plan(of type: ObjectIdentifier) -> AnyObject? {
    if let last, last.type == type { return last.plan }
    guard let known = plans[type] else { return nil }
    last = (type, known)
    return known
  }

  /// Keeps the plan of a type, replacing the previous one.
  package mutating func keep(_ plan: AnyObject, of type: ObjectIdentifier) {
    if plans.count >= maximumCount { plans = [:] }
    plans[type] = plan
    last = (type, plan)
  }

  /// Discards all plans.
  mutating func removeAll() {
    plans = [:]
    last = nil
  }
}
