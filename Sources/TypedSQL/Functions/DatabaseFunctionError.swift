public import DatabaseTypes

/// Why a Swift function could not run for SQL.
public enum DatabaseFunctionError: Hashable, _DescribedError {
  /// An argument is NULL, and its type has no value for that.
  case missingArgument(String, function: String)
  /// The object whose method it is has gone.
  case deallocated(function: String)

  /// What a person reads.
  public var description: String {
    switch self {
    case .missingArgument(let argument, let function):
      """
      The function "\(function)" was called with NULL for "\(argument)", which is not optional. \
      Make the parameter optional, or call it for rows where there is a value.
      """
    case .deallocated(let function):
      """
      The function "\(function)" is a method of an object that exists no longer. \
      Remove the function from the connection before its object goes.
      """
    }
  }
}

extension QueryDecoder {
  /// Decodes an argument of a Swift function that SQL calls.
  ///
  /// - Throws: ``DatabaseFunctionError/missingArgument(_:function:)`` for NULL, unless the type has a value for that.
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
