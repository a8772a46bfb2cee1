#if !canImport(SwiftUI)
  /// What a property wrapper holds.
  struct FetchStorage<Value: Sendable>: Sendable {
    let fetched: FetchedValue<Value>

    init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }
  }

  /// The animation with which views show new values: where there is no SwiftUI there is none.
  public enum FetchAnimation: Sendable {
    var performer: LiveDelivery.Performer? { nil }
  }
#endif
