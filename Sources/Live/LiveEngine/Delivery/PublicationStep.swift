/// The part of a publication that belongs to one query: its cells show a change, then its sinks are
/// notified of an event.
///
/// It is carried out under the publication lock, once for the immediate subscribers and once for
/// those on the main actor.
struct PublicationStep: Sendable {
  /// The query.
  let query: Int
  /// The change that the cells do not show yet; `nil` if they show everything.
  var change: (any ShownChange)?
  /// The subscribers to notify.
  var sinks: [any AnyLiveSink]
  let event: LiveEvent

  /// The change to show, with the version of the new result.
  var shown: (change: any ShownChange, version: Int)? {
    guard case .result(let stamp, _) = event, let change else { return nil }
    return (change, stamp.version)
  }

  /// Returns the same step for some of the subscribers.
  func notifying(_ sinks: [any AnyLiveSink]) -> PublicationStep {
    var step = self
    step.sinks = sinks
    return step
  }
}

/// A ``ResultChange`` without its type, with the cells that will show it.
protocol ShownChange: AnyObject, Sendable {
  /// Does the work proportional to the result's rows; called outside of the publication lock,
  /// before it is shown.
  func prepare(version: Int, onMainActor: Bool)

  /// Makes the change visible to one kind of subscriber; called under the publication lock.
  ///
  /// - Returns: A result to release where nobody waits for it.
  /// - Throws: An error if the change does not fit the shown result, which then stays.
  func show(version: Int, onMainActor: Bool) throws -> (any Sendable)?
}
