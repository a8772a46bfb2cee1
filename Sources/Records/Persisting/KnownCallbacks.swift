import Synchronization

/// Callbacks of inserting, updating and saving, of which the library has an implementation that does nothing of its own.
struct IdleCallbacks: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let willSave = IdleCallbacks(rawValue: 1)
  static let aroundSave = IdleCallbacks(rawValue: 2)
  static let didSave = IdleCallbacks(rawValue: 4)
  static let willInsert = IdleCallbacks(rawValue: 8)
  static let aroundInsert = IdleCallbacks(rawValue: 16)
  /// The one that hands on the row number, and the one that is told of it, of a record that may change by it.
  static let didInsertChanging = IdleCallbacks(rawValue: 32)
  static let didInsertRowChanging = IdleCallbacks(rawValue: 64)
  /// The same of a record that does not change.
  static let didInsert = IdleCallbacks(rawValue: 128)
  static let didInsertRow = IdleCallbacks(rawValue: 256)

  static let willUpdate = IdleCallbacks(rawValue: 512)
  static let aroundUpdate = IdleCallbacks(rawValue: 1024)
  static let didUpdate = IdleCallbacks(rawValue: 2048)

  static let willDelete = IdleCallbacks(rawValue: 4096)
  static let aroundDelete = IdleCallbacks(rawValue: 8192)

  /// Those that are told of a row: there are two of each, of which a type uses one.
  static let didInsertAny: IdleCallbacks = [
    .didInsertChanging, .didInsertRowChanging, .didInsert, .didInsertRow,
  ]

  /// Those that are called for each insertion, whatever comes after it.
  static let aroundInsertion: IdleCallbacks = [
    .willSave, .aroundSave, .didSave, .willInsert, .aroundInsert,
  ]

  /// Those that are called for each update.
  static let aroundUpdating: IdleCallbacks = [
    .willSave, .aroundSave, .didSave, .willUpdate, .aroundUpdate, .didUpdate,
  ]
}

/// Which callbacks a type leaves to the library.
///
/// It cannot be asked: so they are called once, and those of the library note that they were.
final class KnownCallbacks {
  /// Those that are the library's.
  @exclusivity(unchecked) private(set) var idle: IdleCallbacks = []
  /// Those that were called.
  @exclusivity(unchecked) private var called: IdleCallbacks = []

  /// Whether all of some callbacks are known to be the library's.
  @inline(__always)
  func areIdle(_ callbacks: IdleCallbacks) -> Bool { idle.isSuperset(of: callbacks) }

  /// Calls callbacks, and learns whether they are the library's.
  func call(_ callbacks: IdleCallbacks, of type: Any.Type, _ body: () throws -> Void) rethrows {
    if called.isSuperset(of: callbacks) { return try body() }
    let probe = CallbackProbe(type)
    try CallbackProbe.$current.withValue(probe, operation: body)
    idle.formUnion(probe.noted.intersection(callbacks))
    called.formUnion(callbacks)
  }
}

/// Finds out whether the callbacks of a type are those of the library.
final class CallbackProbe: Sendable {
  @TaskLocal static var current: CallbackProbe?

  private let type: ObjectIdentifier
  private let bits = Atomic<UInt16>(0)

  init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }

  var noted: IdleCallbacks { IdleCallbacks(rawValue: bits.load(ordering: .relaxed)) }

  /// Notes that the library's implementation of a callback was called.
  static func note(_ callback: IdleCallbacks, of type: Any.Type) {
    // A callback may write records of other types.
    guard let current, current.type == ObjectIdentifier(type) else { return }
    current.bits.bitwiseOr(callback.rawValue, ordering: .relaxed)
  }
}
