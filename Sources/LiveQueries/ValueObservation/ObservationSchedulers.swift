public import Dispatch

/// Where an observation that is started on the main actor begins.
public struct ValueObservationMainActorScheduler: Sendable, Hashable {
  let isImmediate: Bool

  /// All values come on the main actor, later.
  public static let mainActor = ValueObservationMainActorScheduler(isImmediate: false)
  /// The first value comes before `start` returns, which blocks the thread while it is fetched.
  ///
  /// It is fetched again when the observation begins, so that it may be told twice.
  public static let immediate = ValueObservationMainActorScheduler(isImmediate: true)
}

/// Where the values of an observation come.
public struct ValueObservationScheduler: Sendable {
  typealias Action = @Sendable () -> Void

  /// Whether the first value comes before `start` returns.
  var isImmediate = false
  /// The priority of the task that waits for values.
  var priority: TaskPriority?
  /// What runs an action somewhere else; `nil` where it runs in the task.
  var schedule: (@Sendable (@escaping Action) -> Void)?

  /// In a task, on the cooperative pool.
  public static let task = ValueObservationScheduler()

  /// In a task of a priority, on the cooperative pool.
  public static func task(priority: TaskPriority) -> ValueObservationScheduler {
    ValueObservationScheduler(priority: priority)
  }

  /// On a queue of Dispatch, which has to be serial for values to come in their order.
  public static func async(onQueue queue: DispatchQueue) -> ValueObservationScheduler {
    ValueObservationScheduler(schedule: { queue.async(execute: $0) })
  }

  /// Where a closure runs what it is given, in the order in which it gets it.
  public static func custom(
    _ schedule: @escaping @Sendable (_ action: @escaping @Sendable () -> Void) -> Void
  ) -> ValueObservationScheduler { ValueObservationScheduler(schedule: schedule) }

  /// The first value comes before `start` returns, on the thread that calls it, which is blocked while it is fetched; later
  /// ones as another scheduler says.
  ///
  /// It is for code that is not on the main actor, where that is `.immediate`. The first value is fetched again when the
  /// observation begins, so that it may be told twice.
  public static func immediate(
    then scheduler: ValueObservationScheduler = .task
  ) -> ValueObservationScheduler {
    var immediate = scheduler
    immediate.isImmediate = true
    return immediate
  }
}
