/// What a connection knows of the tables of records, by the types of the records.
///
/// It stands for no statement, and is forgotten as a whole: when the schema changes, or where there are too many types.
package struct KeptPlans {
  private let maximumCount: Int
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  /// The plan that was used last.
  private var last: (type: ObjectIdentifier, plan: AnyObject)?

  init(maximumCount: Int) { self.maximumCount = max(maximumCount, 1) }

  /// The plan of a type, as it was kept.
  package mutating func plan(of type: ObjectIdentifier) -> AnyObject? {
    if let last, last.type == type { return last.plan }
    guard let known = plans[type] else { return nil }
    last = (type, known)
    return known
  }

  /// Keeps the plan of a type instead of the one before.
  package mutating func keep(_ plan: AnyObject, of type: ObjectIdentifier) {
    if plans.count >= maximumCount { plans = [:] }
    plans[type] = plan
    last = (type, plan)
  }

  /// Lets all plans go.
  mutating func removeAll() {
    plans = [:]
    last = nil
  }
}
