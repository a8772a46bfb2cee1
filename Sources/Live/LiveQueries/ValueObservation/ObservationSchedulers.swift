public import Dispatch

/// The way in which an observation that is started on the main actor delivers its first value.
public struct ValueObservationMainActorScheduler: Sendable, Hashable {
  let isImmediate: Bool

  /// All values are delivered on the main actor, after `start` has returned.
  public static let mainActor = ValueObservationMainActorScheduler(isImmediate: false)
  /// The first value is delivered before `start` returns, which blocks the thread while it is
  /// fetched.
  ///
  /// It is fetched again when the observation begins, so it may be delivered twice.
  public static let immediate = ValueObservationMainActorScheduler(isImmediate: true)
}

/// The place where an observation delivers values, or a fetched property notifies observers.
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
/// A property's value changes together with all others that a commit touched, as its `delivery`
/// says; the scheduler runs the action that then notifies observers, views and sequences. The
/// built-in schedulers cover most needs: `.task`, `.async(onQueue:)`, `.custom { … }` and
/// `.immediate()`.
public protocol ValueObservationScheduler: Sendable {
  /// Returns whether the first value is fetched before `start` returns or the property exists.
  ///
  /// That blocks the thread.
  func immediateInitialValue() -> Bool

  /// Runs an action once, here or elsewhere, after all actions passed earlier.
  ///
  /// It is called on the threads that read, and should return soon.
  func schedule(_ action: @escaping @Sendable () -> Void)
}

/// A scheduler built from closures: `.task`, `.async(onQueue:)`, `.custom { … }` or `.immediate()`.
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

  /// Creates a scheduler that forwards to another one.
  public init(_ scheduler: some ValueObservationScheduler) {
    if let same = scheduler as? AnyValueObservationScheduler {
      self = same
    } else {
      self.init(isImmediate: scheduler.immediateInitialValue()) { scheduler.schedule($0) }
    }
  }

  /// Returns whether the first value is fetched at once.
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
  /// Delivers in a task, on the cooperative pool.
  public static var task: Self { AnyValueObservationScheduler() }

  /// Delivers in a task with a priority, on the cooperative pool.
  public static func task(priority: TaskPriority) -> Self {
    AnyValueObservationScheduler(priority: priority)
  }

  /// Delivers on a dispatch queue, which must be serial for values to keep their order.
  public static func async(onQueue queue: DispatchQueue) -> Self {
    AnyValueObservationScheduler { queue.async(execute: $0) }
  }

  /// Delivers through a closure, which must run the actions in the order in which it receives them.
  public static func custom(
    _ schedule: @escaping @Sendable (_ action: @escaping @Sendable () -> Void) -> Void
  ) -> Self { AnyValueObservationScheduler(run: schedule) }

  /// Delivers the first value before `start` returns, on the calling thread, and later ones in a
  /// task.
  ///
  /// The thread is blocked while the first value is fetched. This is for code outside the main
  /// actor; on the main actor, use `.immediate`. The first value is fetched again when the
  /// observation begins, so it may be delivered twice.
  public static func immediate() -> Self { AnyValueObservationScheduler().immediate }

  /// Delivers the first value as ``immediate()`` does, and later ones through another scheduler.
  public static func immediate(then scheduler: some ValueObservationScheduler) -> Self {
    AnyValueObservationScheduler(scheduler).immediate
  }
}
