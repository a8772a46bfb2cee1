#if canImport(SwiftUI)
  public import SwiftUI

  extension FetchDelivery {
    /// On the main actor, within an animation.
    public static func animation(_ animation: Animation?) -> FetchDelivery {
      FetchDelivery(
        live: LiveDelivery(isOnMainActor: true) { body in withAnimation(animation) { body() } }
      )
    }
  }
#endif
