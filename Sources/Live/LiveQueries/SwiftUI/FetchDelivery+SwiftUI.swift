#if canImport(SwiftUI)
  import LiveEngine
  import SwiftUI

  extension Animation {
    /// A function that runs a closure within the animation.
    var performer: LiveDelivery.Performer? { { body in withAnimation(self) { body() } } }
  }
#endif
