/// The exact type of a function, including its global actor.
///
/// Passing the function itself as an argument would convert it, and its actor would be lost.
@_documentation(visibility: internal)
public struct _FunctionType<Function> {
  /// Captures the type of a function.
  public init(_ function: Function) {}
}
