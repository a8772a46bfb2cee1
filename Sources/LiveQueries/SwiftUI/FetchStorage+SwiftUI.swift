#if canImport(SwiftUI)
  public import SwiftUI
  import Synchronization

  /// What a property wrapper holds; in a view, the same as long as the view lives and its query stays.
  ///
  /// A view is made anew whenever its parent is evaluated, with a query of its own. Only if that differs from the one before
  /// does it replace what the view watches, which may be another query that was loaded since.
  struct FetchStorage<Value: Sendable>: Sendable {
    private(set) var fetched: FetchedValue<Value>
    /// Read in `update` alone, which is called for views only: elsewhere a state warns of its use.
    @State private var kept = Kept()

    init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }

    /// What a view keeps.
    ///
    /// State: the value and the request with which it was made, guarded by one mutex.
    private final class Kept: Sendable {
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
    mutating func update() { fetched = kept.value(for: fetched) }
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
