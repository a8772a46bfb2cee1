#if canImport(SwiftUI)
  import Observation
  import ShoppingListsModel

  /// The last deletion of a screen, which can be undone, and its last error.
  @MainActor
  @Observable
  final class DeletionStep {
    private(set) var deleted: DeletedRows?
    private(set) var problem: String?

    nonisolated init() {}

    /// Runs a deletion, and keeps the deleted rows.
    func delete(_ body: () async throws -> DeletedRows) async {
      await reportingErrors { deleted = try await body() }
    }

    /// Restores the rows of the last deletion.
    func undo(_ putBack: (DeletedRows) async throws -> Void) async {
      guard let rows = deleted else { return }
      await reportingErrors {
        try await putBack(rows)
        deleted = nil
      }
    }

    /// Runs a closure, and keeps its error for the screen.
    func reportingErrors(_ body: () async throws -> Void) async {
      do {
        try await body()
        problem = nil
      } catch is CancellationError {
        // A newer search replaces this one.
      } catch {
        problem = "\(error)"
      }
    }
  }
#endif
