public import DatabaseTypes

/// Returns a closure for tests that should not be called.
///
/// Each call is reported and throws ``UnimplementedError``.
///
/// ```swift
/// struct Client: TestDependencyKey {
///   var load: @Sendable () async throws -> [Int]
///   static let testValue = Client(load: unimplemented("Client.load"))
/// }
/// ```
///
/// - Parameter name: The name of the closure.
public func unimplemented<each Argument, Result>(
  _ name: String = "A closure",
  file: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    throw UnimplementedError.report(name, file, line)
  }
}

/// Returns a closure for tests that should not be called, and reports each call.
///
/// - Parameter name: The name of the closure.
@_disfavoredOverload  // If the closure may throw, it does.
public func unimplemented<each Argument>(
  _ name: String = "A closure",
  file: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) -> Void {
  { (_: repeat each Argument) in
    UnimplementedError.report(name, file, line)
  }
}

/// Returns a closure for tests that should not be called, and that returns a placeholder.
///
/// Each call is reported.
///
/// - Parameters:
///   - name: The name of the closure.
///   - placeholder: The value that a call returns.
public func unimplemented<each Argument, Result>(
  _ name: String = "A closure",
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  file: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    UnimplementedError.report(name, file, line)
    return placeholder()
  }
}

/// An error reported when a closure is called that should not be called in tests.
public struct UnimplementedError: Sendable, Hashable, _SelfDescribingError {
  /// The name of the closure.
  public let name: String

  /// A sentence that says what was called.
  public var description: String {
    "\(name) was called, but is not implemented. Set it in the test, with withDependencies."
  }

  @discardableResult
  fileprivate static func report(_ name: String, _ file: String, _ line: Int) -> Self {
    let error = UnimplementedError(name: name)
    reportIssue(error, file: file, line: line)
    return error
  }
}
