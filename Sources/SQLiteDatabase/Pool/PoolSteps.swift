/// How an access of a pool comes by its connections, one step after the other.
///
/// The rule: **what an access waits for comes later in this order than all that it has**:
///
/// 1. the readers, one or all;
/// 2. the writer;
/// 3. the writer's own reader.
///
/// So a read may wait for the writer, and a write that reads never waits for readers that others have: where none is idle
/// it reads with the reader that belongs to the writer. What needs the writer and readers at once asks for the writer
/// first, since mostly readers are idle then; where they are not, it gives the writer back, waits for the readers, and then
/// is the first in the line before the writer. The last reader is lent to those only who have the writer; whoever reads
/// with it may wait for nothing. An access that would have to wait against the order is refused at once.
///
/// A state machine: it does no waiting itself. It knows of what is further up on its thread, and of the transactions that
/// its task is in. Of threads that a closure starts and waits for it knows nothing.
struct PoolSteps: Hashable {
  /// What an access is for.
  enum Purpose: Hashable {
    /// To read.
    case read
    /// To read what was committed last: with a reader, and the writer until the read has begun.
    case readLastCommit
    /// To do something while nobody else reads or writes.
    case barrier
  }

  /// What a thread or task has already.
  struct Standing: Hashable {
    /// It is in a read, of whatever reader.
    var isReading = false
    /// It has the writer.
    var isWriting = false
    /// It has the writer and all readers.
    var isInBarrier = false
  }

  /// What is to be done next.
  enum Step: Hashable {
    /// Wait for the writer.
    case writer(isFirst: Bool)
    /// Give the writer back.
    case giveWriterBack
    /// Take a reader, or all, if that can be had without waiting.
    case readersAtOnce
    /// Wait for a reader, or for all.
    case readers
    /// Wait for the writer's own reader.
    case ownReader
    /// The access has what it needs.
    case begin
    /// It would wait for itself, or against the order.
    case refuse(Refusal)
  }

  /// Why an access is refused.
  enum Refusal: Hashable {
    case readWithinRead
    case readWithinBarrier
    case barrierWithinRead
  }

  let purpose: Purpose
  private let standing: Standing
  private var last: Step?

  init(_ purpose: Purpose, _ standing: Standing) {
    self.purpose = purpose
    self.standing = standing
  }

  /// The next step.
  ///
  /// - Parameter wasFound: Whether the last one, if it was `readersAtOnce`, found something.
  mutating func next(wasFound: Bool = true) -> Step {
    let step = refusal.map { .refuse($0) } ?? (purpose == .read ? read(wasFound) : both(wasFound))
    last = step
    return step
  }

  private var refusal: Refusal? {
    guard last == nil else { return nil }
    if standing.isReading { return purpose == .barrier ? .barrierWithinRead : .readWithinRead }
    return standing.isInBarrier && purpose == .read ? .readWithinBarrier : nil
  }

  private func read(_ wasFound: Bool) -> Step {
    switch last {
    case nil: .readersAtOnce
    case .readersAtOnce where !wasFound: standing.isWriting ? .ownReader : .readers
    default: .begin
    }
  }

  /// The steps to the writer together with readers.
  private func both(_ wasFound: Bool) -> Step {
    switch last {
    case nil: .writer(isFirst: false)
    case .writer(isFirst: false): .readersAtOnce
    case .readersAtOnce where !wasFound: .giveWriterBack
    case .giveWriterBack: .readers
    case .readers: .writer(isFirst: true)
    case .readersAtOnce, .writer: purpose == .barrier ? .ownReader : .begin
    default: .begin
    }
  }
}
