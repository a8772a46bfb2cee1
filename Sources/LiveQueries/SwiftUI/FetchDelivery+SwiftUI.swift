#if canImport(SwiftUI)
  public import SwiftUI

  /// The animation with which views show new values.
  public typealias FetchAnimation = Animation

  extension Animation {
    /// Does something within the animation.
    var performer: LiveDelivery.Performer? { { body in withAnimation(self) { body() } } }
  }
#endif
