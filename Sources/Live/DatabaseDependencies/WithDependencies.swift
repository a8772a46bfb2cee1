import DatabaseTypes

/// Runs a closure with other values, which also apply to its child tasks.
///
/// Objects created in the closure keep the values: the `@Dependency` and `@FetchAll` properties of
/// a model continue to use them afterwards, except for values that another operation sets around
/// their use.
///
/// - Parameters:
///   - update: Changes the values.
///   - operation: The closure to run.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.toOverride
  try update(&values)
  return try DependencyValues.$overriding.withValue(values) { try operation() }
}

/// Runs a closure with other values, which also apply to its child tasks.
///
/// - Parameters:
///   - update: Changes the values.
///   - operation: The closure to run.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.toOverride
  try await update(&values)
  return try await DependencyValues.$overriding.withValue(
    values,
    keepingIsolation: isolation,
    operation: operation
  )
}

/// Runs a closure with the values of an object and additional changes.
///
/// So objects created in the closure inherit the dependencies of the object.
///
/// ```swift
/// child = withDependencies(from: self) {
///   $0[Speech.self] = .silent
/// } operation: {
///   ChildModel()
/// }
/// ```
///
/// The values of an object are those with which its `@Dependency` properties were created; an
/// object without such properties has the values of the task.
///
/// - Parameters:
///   - model: The object.
///   - update: Changes the values.
///   - operation: The closure to run.
/// - Returns: The result of `operation`.
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

/// Runs a closure with the values of an object.
///
/// So objects created in the closure inherit the dependencies of the object.
///
/// - Parameters:
///   - model: The object.
///   - operation: The closure to run.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  operation: () throws -> Result
) rethrows -> Result { try withDependencies(from: model, { _ in }, operation: operation) }

/// Runs a closure with the values of an object and additional changes.
///
/// - Parameters:
///   - model: The object.
///   - update: Changes the values.
///   - operation: The closure to run.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues(of: model)
  try await update(&values)
  return try await DependencyValues.$overriding.withValue(
    values,
    keepingIsolation: isolation,
    operation: operation
  )
}

/// Runs a closure with the values of an object.
///
/// - Parameters:
///   - model: The object.
///   - operation: The closure to run.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: model, isolation: isolation, { _ in }, operation: operation)
}

/// A value that keeps the dependency values with which it was created.
protocol DependencyHolder {
  var overriding: DependencyValues? { get }
}

extension DependencyValues {
  /// Creates the values of an object, with those of the task taking precedence.
  fileprivate init(of model: AnyObject) {
    let current = DependencyValues.toOverride
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
      let holder = level.children.lazy.compactMap { $0.value as? any DependencyHolder }.first
      if let holder {
        self = holder.overriding?.merging(current) ?? current
        return
      }
      mirror = level.superclassMirror
    }
    self = current
  }
}
