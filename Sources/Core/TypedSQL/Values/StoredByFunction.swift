/// A value that SQL stores by applying a function to the bound value.
package protocol StoredByFunction {
  /// The name of the function.
  static var storingFunction: String { get }
}

extension Optional: StoredByFunction where Wrapped: StoredByFunction {
  package static var storingFunction: String { Wrapped.storingFunction }
}
