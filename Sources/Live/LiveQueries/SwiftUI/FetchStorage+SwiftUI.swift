#if canImport(SwiftUI)
  public import SwiftUI
  import Synchronization

  /// The storage of a property wrapper; a view keeps it while the view lives and its query stays.
  ///
  /// A view is created anew whenever its parent is evaluated, each time with a query. Only if that
  /// query differs from the previous one does it replace what the view watches, which may be
  /// another query that was loaded meanwhile.
  struct FetchStorage<Value: Sendable>: Sendable {
    private(set) var fetched: FetchedValue<Value>
    /// Read only in `update`, which is called only for views; reading a state elsewhere causes a
    /// warning.
    @State private var retained = Retained()

    init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }

    /// The storage that a view keeps.
    ///
    /// State: the value and the request with which it was made, guarded by one mutex.
    private final class Retained: Sendable {
      private let state = Mutex<(initial: FetchIdentity?, fetched: FetchedValue<Value>)?>(nil)

      func value(for new: FetchedValue<Value>) -> FetchedValue<Value> {
        let identity = new.identity
        return state.withLock { state in
          if let state, state.initial == identity { return state.fetched }
          state = (identity, new)
          return new
        }
      }
    }
  }

  extension FetchStorage: DynamicProperty {
    mutating func update() { fetched = retained.value(for: fetched) }
  }

  extension FetchAll: DynamicProperty {
    /// Called by SwiftUI.
    public mutating func update() { storage.update() }
  }

  extension FetchOne: DynamicProperty {
    /// Called by SwiftUI.
    public mutating func update() { storage.update() }
  }

  extension Fetch: DynamicProperty {
    /// Called by SwiftUI.
    public mutating func update() { storage.update() }
  }
#endif
