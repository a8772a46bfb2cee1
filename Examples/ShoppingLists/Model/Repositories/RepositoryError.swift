/// An error of a repository.
public enum RepositoryError: Error {
  /// The database reported an error.
  case queryFailed(any Error)
  /// The row does not exist.
  case notFound(String)
  /// Several rows match: their name, and their primary keys.
  case ambiguous(String, keys: [String])
}

extension RepositoryError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .queryFailed(let error): "The shopping lists cannot be used: \(error)"
    case .notFound(let what): "There is no such \(what)."
    case .ambiguous(let what, let keys):
      "There is more than one \(what). Give the beginning of the key instead: "
        + keys.joined(separator: " or ") + "."
    }
  }
}

/// Runs a closure, and wraps its errors as ``RepositoryError``.
func asRepositoryError<Value>(_ body: () async throws -> Value) async throws -> Value {
  do { return try await body() } catch let error as RepositoryError { throw error } catch {
    throw RepositoryError.queryFailed(error)
  }
}

/// Returns the row that a text identifies: by its name or, if no row has that name, by the
/// beginning of its key.
///
/// - Throws: ``RepositoryError`` if no row or several rows match.
package func theOne<Row: Identifiable>(
  _ what: String,
  named: [Row],
  withKey: [Row]
) throws(RepositoryError) -> Row where Row.ID == String {
  let found = named.isEmpty ? withKey : named
  guard let first = found.first else { throw .notFound(what) }
  guard found.count == 1 else { throw .ambiguous(what, keys: found.map(\.id)) }
  return first
}
