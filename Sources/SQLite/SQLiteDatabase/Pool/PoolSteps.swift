/// The steps in which an access of a pool acquires its connections.
///
/// The rule is: **an access only waits for things that come later in this order than everything it
/// holds**:
///
/// 1. the readers, one or all;
/// 2. the writer;
/// 3. the writer's own reader.
///
/// So a read may wait for the writer, and a write that reads never waits for readers that others
/// hold: if none is idle, it uses the reader that belongs to the writer. An access that needs both
/// the writer and readers requests the writer first, since readers are usually idle then. If they
/// are not, it returns the writer, waits for the readers, and is then the first to receive the
/// writer. The last reader is lent only to holders of the writer, and its holder may wait for
/// nothing. An access that would have to wait against the order is refused immediately.
///
/// This is a state machine that does not wait itself. It knows about accesses further up the stack
/// of its thread, and about the transactions that contain its task. It does not know about threads
/// that a closure starts and waits for.
struct PoolSteps: Hashable {
  /// The purpose of an access.
  enum Purpose: Hashable {
    /// Reading.
    case read
    /// Reading the last commit, with a reader, and with the writer until the read has begun.
    case readLastCommit
    /// Running while no one else reads or writes.
    case barrier
  }

  /// The connections that a thread or task already holds.
  struct HeldConnections: Hashable {
    /// Whether it is in a read, on any reader.
    var isReading = false
    /// Whether it holds the writer.
    var isWriting = false
    /// Whether it holds the writer and all readers.
    var isInBarrier = false
  }

  /// The next step of an access.
  enum Step: Hashable {
    /// Wait for the writer.
    case writer(isFirst: Bool)
    /// Return the writer.
    case returnWriter
    /// Take a reader, or all of them, if that is possible without waiting.
    case readersImmediately
    /// Wait for a reader, or for all of them.
    case readers
    /// Wait for the writer's own reader.
    case ownReader
    /// Begin, since the access has everything it needs.
    case begin
    /// Refuse the access, since it would wait for itself or against the order.
    case refuse(Refusal)
  }

  /// The reason for refusing an access.
  enum Refusal: Hashable {
    case readWithinRead
    case readWithinBarrier
    case barrierWithinRead
  }

  let purpose: Purpose
  private let held: HeldConnections
  private var last: Step?

  init(_ purpose: Purpose, _ held: HeldConnections) {
    self.purpose = purpose
    self.held = held
  }

  /// Returns the next step.
  ///
  /// - Parameter wasFound: Whether the last step, if it was `readersImmediately`, succeeded.
  mutating func next(wasFound: Bool = true) -> Step {
    let step = refusal.map { .refuse($0) } ?? (purpose == .read ? read(wasFound) : both(wasFound))
    last = step
    return step
  }

  private var refusal: Refusal? {
    guard last == nil else { return nil }
    if held.isReading { return purpose == .barrier ? .barrierWithinRead : .readWithinRead }
    return held.isInBarrier && purpose == .read ? .readWithinBarrier : nil
  }

  private func read(_ wasFound: Bool) -> Step {
    switch last {
    case nil: .readersImmediately
    case .readersImmediately where !wasFound: held.isWriting ? .ownReader : .readers
    default: .begin
    }
  }

  /// Returns the steps to acquire both the writer and readers.
  private func both(_ wasFound: Bool) -> Step {
    switch last {
    case nil: .writer(isFirst: false)
    case .writer(isFirst: false): .readersImmediately
    case .readersImmediately where !wasFound: .returnWriter
    case .returnWriter: .readers
    case .readers: .writer(isFirst: true)
    case .readersImmediately, .writer: purpose == .barrier ? .ownReader : .begin
    default: .begin
    }
  }
}
