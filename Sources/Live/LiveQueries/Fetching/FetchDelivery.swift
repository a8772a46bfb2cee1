import DatabaseDependencies
import LiveEngine

/// The place and manner in which new values of a fetched property become visible.
public struct FetchDelivery: Sendable {
  var live: LiveDelivery
  var fetchesImmediately = false
  /// Whether fetching waits until the property is first used.
  var beginsOnUse = false

  /// At once, on the task that read the values.
  public static let immediate = FetchDelivery(live: LiveDelivery())

  /// On the main actor.
  public static let mainActor = FetchDelivery(live: LiveDelivery(isOnMainActor: true))

  /// On the main actor if there is SwiftUI, otherwise at once.
  ///
  /// If ``DependencyValues/fetchesImmediately`` is set, as in tests and previews, the first value
  /// is there as soon as the property is.
  public static var automatic: FetchDelivery {
    #if canImport(SwiftUI)
      var delivery = mainActor
    #else
      var delivery = immediate
    #endif
    delivery.fetchesImmediately = DependencyValues.current.fetchesImmediately
    return delivery
  }

  /// The same delivery, with the first value fetched before the property exists.
  ///
  /// This blocks the thread that creates the property, so that a view does not show an empty list
  /// before its rows. ``DependencyValues/fetchesImmediately`` does the same for all properties.
  public var fetchingImmediately: FetchDelivery {
    var delivery = self
    delivery.fetchesImmediately = true
    return delivery
  }

  /// The same delivery, with the first value fetched in the background.
  ///
  /// The property has its default value until then.
  public var fetchingLater: FetchDelivery {
    var delivery = self
    delivery.fetchesImmediately = false
    return delivery
  }
}

extension FetchDelivery {
  /// The delivery of a property that is declared without a value.
  ///
  /// An initialiser may replace such a property before it is used, so fetching for it right away
  /// would be wasted.
  package static var onUse: FetchDelivery {
    var delivery = automatic
    delivery.beginsOnUse = true
    return delivery
  }

  /// Returns this delivery with an animation, a scheduler, or both applied.
  func applying(
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) -> FetchDelivery {
    var delivery = self
    if let performer = animation?.performer {
      delivery.live = LiveDelivery(isOnMainActor: true, performer: performer)
    }
    if let scheduler {
      delivery.live.schedule = { scheduler.schedule($0) }
      if scheduler.immediateInitialValue() { delivery.fetchesImmediately = true }
    }
    return delivery
  }
}

extension FetchDelivery? {
  /// Returns this delivery with an animation, a scheduler, or both applied.
  func applying(
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) -> FetchDelivery? {
    if animation == nil && scheduler == nil { return self }
    return (self ?? .automatic).applying(animation, scheduler)
  }
}
