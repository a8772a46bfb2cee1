#if canImport(SwiftUI)
  public import SwiftUI

  /// What a property wrapper holds; in a view, the same as long as the view lives and its query stays.
  ///
  /// A view is made anew whenever its parent is evaluated, with a query of its own. Only if that differs from the one before
  /// does it replace what the view watches, which may be another query that was loaded since.
  struct FetchStorage<Value: Sendable>: DynamicProperty {
    private(set) var fetched: FetchedValue<Value>
    /// Read in `update` alone, which is called for views only: elsewhere a state warns of its use.
    @State private var kept = Kept()

    init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }

    mutating func update() { fetched = kept.value(for: fetched) }

    @MainActor
    private final class Kept {
      private var initial: LiveIdentity?
      private var fetched: FetchedValue<Value>?

      nonisolated init() {}

      func value(for new: FetchedValue<Value>) -> FetchedValue<Value> {
        let identity = new.identity
        if let fetched, identity == initial { return fetched }
        initial = identity
        fetched = new
        return new
      }
    }
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
