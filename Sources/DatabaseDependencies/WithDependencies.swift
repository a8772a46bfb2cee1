/// Runs a closure in which other values hold, also for the tasks that it starts as children.
///
/// What is made in it keeps them: a model's `@Dependency` and `@FetchAll` use them afterwards too, but for what another operation
/// sets in which they are used.
///
/// - Parameters:
///   - update: Changes the values.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.toOverride
  try update(&values)
  return try DependencyValues.$overriding.withValue(values) { try operation() }
}

/// Runs a closure in which other values hold, also for the tasks that it starts as children.
///
/// - Parameters:
///   - update: Changes the values.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.toOverride
  try await update(&values)
  return try await DependencyValues.$overriding.withValue(values) { try await operation() }
}

/// Runs a closure in which the values of an object hold, and others besides: so what an object makes has its dependencies.
///
/// ```swift
/// child = withDependencies(from: self) {
///   $0[Speech.self] = .silent
/// } operation: {
///   ChildModel()
/// }
/// ```
///
/// An object has the values with which its `@Dependency` properties were made; one without any has those of the task.
///
/// - Parameters:
///   - model: The object.
///   - update: Changes the values.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues(of: model)
  try update(&values)
  return try DependencyValues.$overriding.withValue(values) { try operation() }
}

/// Runs a closure in which the values of an object hold: so what an object makes has its dependencies.
///
/// - Parameters:
///   - model: The object.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  operation: () throws -> Result
) rethrows -> Result { try withDependencies(from: model, { _ in }, operation: operation) }

/// Runs a closure in which the values of an object hold, and others besides.
///
/// - Parameters:
///   - model: The object.
///   - update: Changes the values.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues(of: model)
  try await update(&values)
  return try await DependencyValues.$overriding.withValue(values) { try await operation() }
}

/// Runs a closure in which the values of an object hold.
///
/// - Parameters:
///   - model: The object.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: model, isolation: isolation, { _ in }, operation: operation)
}

/// What remembers the values with which it was made.
protocol DependencyHolding {
  var overriding: DependencyValues? { get }
}

extension DependencyValues {
  /// The values of an object, but for what the task sets.
  fileprivate init(of model: AnyObject) {
    let current = DependencyValues.toOverride
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
      let holder = level.children.lazy.compactMap { $0.value as? any DependencyHolding }.first
      if let holder {
        self = holder.overriding?.merging(current) ?? current
        return
      }
      mirror = level.superclassMirror
    }
    self = current
  }
}
