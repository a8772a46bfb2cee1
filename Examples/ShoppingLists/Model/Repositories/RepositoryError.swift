/// Why a repository could not do what it was asked for.
public enum RepositoryError: Error {
  /// The database did not allow it.
  case queryFailed(any Error)
  /// There is no such row.
  case notFound(String)
}

extension RepositoryError: CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .queryFailed(let error): "The shopping lists cannot be used: \(error)"
    case .notFound(let what): "There is no such \(what)."
    }
  }
}

/// Runs a closure whose errors are told as those of a repository.
func asRepositoryError<Value>(_ body: () async throws -> Value) async throws -> Value {
  do { return try await body() } catch let error as RepositoryError { throw error } catch {
    throw RepositoryError.queryFailed(error)
  }
}
