#if !canImport(SwiftUI)
  /// What a property wrapper holds.
  struct FetchStorage<Value: Sendable>: Sendable {
    let fetched: FetchedValue<Value>

    init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }
  }
#endif
