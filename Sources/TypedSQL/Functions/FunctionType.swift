/// The exact type of a function, also whether it is of a global actor.
///
/// As an argument the function itself would be converted, and lose its actor.
@_documentation(visibility: internal)
public struct _FunctionType<Function> {
  /// Takes a function for its type.
  public init(_ function: Function) {}
}
