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

/// Where the values of an observation come, or who tells that a fetched property has changed.
///
/// ```swift
/// struct QueueScheduler: ValueObservationScheduler {
///   let queue: DispatchQueue
///   func immediateInitialValue() -> Bool { false }
///   func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
/// }
///
/// observation.start(in: database, scheduling: QueueScheduler(queue: queue)) { … } onChange: { … }
/// @FetchAll(Reminder.all, scheduler: QueueScheduler(queue: queue)) var reminders
/// ```
///
/// A property's value changes together with all others that a commit touched, as its `delivery` says; the scheduler runs what then
/// tells observers, views and sequences of it. There are schedulers for most needs: `.task`, `.async(onQueue:)`, `.custom { … }`
/// and `.immediate()`.
public protocol ValueObservationScheduler: Sendable {
  /// Whether the first value is fetched before `start` returns, or before the property is there; that blocks the thread.
  func immediateInitialValue() -> Bool

  /// Runs an action, or has it run somewhere else: once, and after those that it was given before.
  ///
  /// It is called on the threads that read, and should return soon.
  func schedule(_ action: @escaping @Sendable () -> Void)
}

/// A scheduler that is made of closures: `.task`, `.async(onQueue:)`, `.custom { … }`, `.immediate()`.
public struct AnyValueObservationScheduler: ValueObservationScheduler {
  typealias Action = @Sendable () -> Void

  private var isImmediate: Bool
  /// The priority of the task that waits for values.
  var priority: TaskPriority?
  private let run: @Sendable (@escaping Action) -> Void

  fileprivate init(
    isImmediate: Bool = false,
    priority: TaskPriority? = nil,
    run: @escaping @Sendable (@escaping Action) -> Void = { $0() }
  ) {
    self.isImmediate = isImmediate
    self.priority = priority
    self.run = run
  }

  /// Makes one of another.
  public init(_ scheduler: some ValueObservationScheduler) {
    if let same = scheduler as? AnyValueObservationScheduler {
      self = same
    } else {
      self.init(isImmediate: scheduler.immediateInitialValue()) { scheduler.schedule($0) }
    }
  }

  /// Whether the first value is fetched at once.
  public func immediateInitialValue() -> Bool { isImmediate }

  /// Runs an action.
  public func schedule(_ action: @escaping @Sendable () -> Void) { run(action) }

  fileprivate var immediate: Self {
    var immediate = self
    immediate.isImmediate = true
    return immediate
  }
}

extension ValueObservationScheduler where Self == AnyValueObservationScheduler {
  /// In a task, on the cooperative pool.
  public static var task: Self { AnyValueObservationScheduler() }

  /// In a task of a priority, on the cooperative pool.
  public static func task(priority: TaskPriority) -> Self {
    AnyValueObservationScheduler(priority: priority)
  }

  /// On a queue of Dispatch, which has to be serial for values to come in their order.
  public static func async(onQueue queue: DispatchQueue) -> Self {
    AnyValueObservationScheduler { queue.async(execute: $0) }
  }

  /// Where a closure runs what it is given, in the order in which it gets it.
  public static func custom(
    _ schedule: @escaping @Sendable (_ action: @escaping @Sendable () -> Void) -> Void
  ) -> Self { AnyValueObservationScheduler(run: schedule) }

  /// The first value comes before `start` returns, on the thread that calls it, which is blocked while it is fetched; later
  /// ones in a task.
  ///
  /// It is for code that is not on the main actor, where that is `.immediate`. The first value is fetched again when the
  /// observation begins, so that it may be told twice.
  public static func immediate() -> Self { AnyValueObservationScheduler().immediate }

  /// The first value comes before `start` returns, as with ``immediate()``; later ones as another scheduler says.
  public static func immediate(then scheduler: some ValueObservationScheduler) -> Self {
    AnyValueObservationScheduler(scheduler).immediate
  }
}
