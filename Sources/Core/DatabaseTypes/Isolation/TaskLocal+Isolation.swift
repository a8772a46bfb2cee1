extension TaskLocal {
  /// Binds a value while a closure runs on the caller's actor.
  ///
  /// The standard library's function of this name takes a closure of the kind that leaves the
  /// actor, unless the closure itself captures the actor. So a closure that a caller gives would
  /// run elsewhere, with state that only the actor may use.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isolation: The caller's actor: `#isolation`.
  ///   - operation: The closure.
  /// - Returns: The result of `operation`.
  package func withValue<Result>(
    _ value: Value,
    keepingIsolation isolation: isolated (any Actor)?,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await withValue(value) {
      _ = isolation
      return try await operation()
    }
  }
}
