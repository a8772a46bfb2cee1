#if !canImport(SwiftUI)
  /// The storage of a property wrapper.
  struct FetchStorage<Value: Sendable>: Sendable {
    let fetched: FetchedValue<Value>

    init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }
  }
#endif
