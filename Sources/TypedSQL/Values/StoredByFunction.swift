/// A value that SQL makes of what is bound, by a function.
package protocol StoredByFunction {
  /// The name of the function.
  static var storingFunction: String { get }
}

extension Optional: StoredByFunction where Wrapped: StoredByFunction {
  package static var storingFunction: String { Wrapped.storingFunction }
}
