public import DatabaseTypes

/// A closure for tests, which should not be called: each call is reported and throws ``UnimplementedError``.
///
/// ```swift
/// struct Client: TestDependencyKey {
///   var load: @Sendable () async throws -> [Int]
///   static let testValue = Client(load: unimplemented("Client.load"))
/// }
/// ```
///
/// - Parameter name: What was called.
public func unimplemented<each Argument, Result>(
  _ name: String = "A closure",
  file: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    throw UnimplementedError.report(name, file, line)
  }
}

/// A closure for tests, which should not be called: each call is reported.
///
/// - Parameter name: What was called.
@_disfavoredOverload  // Where the closure may throw, it does.
public func unimplemented<each Argument>(
  _ name: String = "A closure",
  file: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) -> Void {
  { (_: repeat each Argument) in
    UnimplementedError.report(name, file, line)
  }
}

/// A closure for tests, which should not be called: each call is reported and returns a value that stands in.
///
/// - Parameters:
///   - name: What was called.
///   - placeholder: What a call returns.
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

/// A closure for tests was called that should not be.
public struct UnimplementedError: Sendable, Hashable, _DescribedError {
  /// What was called.
  public let name: String

  /// What to add, in a sentence.
  public var description: String { "\(name) was called, which nobody has implemented." }

  @discardableResult
  fileprivate static func report(_ name: String, _ file: String, _ line: Int) -> Self {
    let error = UnimplementedError(name: name)
    reportIssue(error, file: file, line: line)
    return error
  }
}
