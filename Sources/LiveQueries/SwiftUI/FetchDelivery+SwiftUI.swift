#if canImport(SwiftUI)
  import LiveEngine
  import SwiftUI

  extension Animation {
    /// Does something within the animation.
    var performer: LiveDelivery.Performer? { { body in withAnimation(self) { body() } } }
  }
#endif
