import Synchronization

/// Callbacks for which the library's own implementation, which does nothing, is used.
struct DefaultCallbacks: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let willSave = DefaultCallbacks(rawValue: 1)
  static let aroundSave = DefaultCallbacks(rawValue: 2)
  static let didSave = DefaultCallbacks(rawValue: 4)
  static let willInsert = DefaultCallbacks(rawValue: 8)
  static let aroundInsert = DefaultCallbacks(rawValue: 16)
  /// The callback that passes on the row number, and the one that receives it, of a mutable record.
  static let didInsertChanging = DefaultCallbacks(rawValue: 32)
  static let didInsertRowChanging = DefaultCallbacks(rawValue: 64)
  /// The same callbacks of an immutable record.
  static let didInsert = DefaultCallbacks(rawValue: 128)
  static let didInsertRow = DefaultCallbacks(rawValue: 256)

  static let willUpdate = DefaultCallbacks(rawValue: 512)
  static let aroundUpdate = DefaultCallbacks(rawValue: 1024)
  static let didUpdate = DefaultCallbacks(rawValue: 2048)

  static let willDelete = DefaultCallbacks(rawValue: 4096)
  static let aroundDelete = DefaultCallbacks(rawValue: 8192)

  /// The callbacks after an insertion: there are two of each, and a type uses one.
  static let didInsertAny: DefaultCallbacks = [
    .didInsertChanging, .didInsertRowChanging, .didInsert, .didInsertRow,
  ]

  /// The callbacks that are called for each insertion, whatever its outcome.
  static let aroundInsertion: DefaultCallbacks = [
    .willSave, .aroundSave, .didSave, .willInsert, .aroundInsert,
  ]

  /// The callbacks that are called for each update.
  static let aroundUpdating: DefaultCallbacks = [
    .willSave, .aroundSave, .didSave, .willUpdate, .aroundUpdate, .didUpdate,
  ]
}

/// The callbacks for which a type uses the library's implementation.
///
/// Swift cannot tell that. So they are called once, and the library's implementations note that
/// they were called.
package final class KnownCallbacks {
  /// The callbacks for which the library's implementation is used.
  @exclusivity(unchecked) private(set) var idle: DefaultCallbacks = []
  /// The callbacks that were called.
  @exclusivity(unchecked) private var called: DefaultCallbacks = []

  /// Returns whether all of the callbacks are known to use the library's implementation.
  @inline(__always)
  func areDefaults(_ callbacks: DefaultCallbacks) -> Bool { idle.isSuperset(of: callbacks) }

  /// Calls callbacks, and learns whether they use the library's implementation.
  func call(_ callbacks: DefaultCallbacks, of type: Any.Type, _ body: () throws -> Void) rethrows {
    if called.isSuperset(of: callbacks) { return try body() }
    let probe = CallbackProbe(type)
    try CallbackProbe.$current.withValue(probe, operation: body)
    idle.formUnion(probe.noted.intersection(callbacks))
    called.formUnion(callbacks)
  }
}

/// A probe that detects whether a type uses the library's implementation of callbacks.
final class CallbackProbe: Sendable {
  @TaskLocal static var current: CallbackProbe?

  private let type: ObjectIdentifier
  private let bits = Atomic<UInt16>(0)

  init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }

  var noted: DefaultCallbacks { DefaultCallbacks(rawValue: bits.load(ordering: .relaxed)) }

  /// Notes that the library's implementation of a callback was called.
  static func note(_ callback: DefaultCallbacks, of type: Any.Type) {
    // A callback may write records of other types.
    guard let current, current.type == ObjectIdentifier(type) else { return }
    current.bits.bitwiseOr(callback.rawValue, ordering: .relaxed)
  }
}
