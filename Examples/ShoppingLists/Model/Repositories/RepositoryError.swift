/// Why a repository could not do what it was asked for.
public enum RepositoryError: Error {
  /// The database did not allow it.
  case queryFailed(any Error)
  /// There is no such row.
  case notFound(String)
  /// There are several rows that may be meant: what they are called, and their keys.
  case ambiguous(String, keys: [String])
}

extension RepositoryError: CustomStringConvertible {
  /// What happened, in a sentence.
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

/// Runs a closure whose errors are told as those of a repository.
func asRepositoryError<Value>(_ body: () async throws -> Value) async throws -> Value {
  do { return try await body() } catch let error as RepositoryError { throw error } catch {
    throw RepositoryError.queryFailed(error)
  }
}

/// The row that a text names: the only one of that name, else the only one whose key begins so.
///
/// - Throws: ``RepositoryError`` where there is none, and where there are several: none of them is chosen.
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
