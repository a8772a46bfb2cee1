public import DatabaseTypes

/// An error that keeps a Swift function from running for SQL.
public enum DatabaseFunctionError: Hashable, _SelfDescribingError {
  /// An argument is NULL, but its type has no value for NULL.
  case missingArgument(String, function: String)
  /// The object whose method the function is has been deallocated.
  case deallocated(function: String)

  /// A message that says what happened and what to do.
  public var description: String {
    switch self {
    case .missingArgument(let argument, let function):
      """
      The function "\(function)" was called with NULL for "\(argument)", which is not optional. \
      Make the parameter optional, or call it for rows where there is a value.
      """
    case .deallocated(let function):
      """
      The function "\(function)" is a method of an object that no longer exists. Remove the function from the \
      connection before the object is deallocated.
      """
    }
  }
}

extension QueryDecoder {
  /// Decodes an argument of a Swift function that SQL calls.
  ///
  /// - Throws: ``DatabaseFunctionError/missingArgument(_:function:)`` if the argument is NULL,
  ///   unless the type has a value for that.
  @inlinable
  public mutating func _argument<T: QueryRepresentable>(
    _ type: T.Type,
    _ name: String,
    of function: String
  ) throws -> T.QueryOutput {
    guard let value = try decode(type) else {
      throw DatabaseFunctionError.missingArgument(name, function: function)
    }
    return value
  }
}
