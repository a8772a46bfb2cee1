#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// The animation with which views show new values: SwiftUI's, or one that does nothing.
public typealias FetchAnimation = Animation
