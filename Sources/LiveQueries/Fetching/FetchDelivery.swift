import DatabaseDependencies
import LiveEngine

/// Where and how new values of a fetched property become visible.
public struct FetchDelivery: Sendable {
  var live: LiveDelivery
  var fetchesAtOnce = false
  /// Whether nothing is fetched before the property is used.
  var beginsOnUse = false

  /// On the task that has read them, at once.
  public static let immediate = FetchDelivery(live: LiveDelivery())

  /// On the main actor.
  public static let mainActor = FetchDelivery(live: LiveDelivery(isOnMainActor: true))

  /// On the main actor where there is SwiftUI, else at once.
  ///
  /// The first value is there when the property is, where ``DependencyValues/fetchesAtOnce`` says so: in tests and previews.
  public static var automatic: FetchDelivery {
    #if canImport(SwiftUI)
      var delivery = mainActor
    #else
      var delivery = immediate
    #endif
    delivery.fetchesAtOnce = DependencyValues.current.fetchesAtOnce
    return delivery
  }

  /// The same, but the first value is fetched before the property is there: that blocks the thread that makes it.
  ///
  /// So a view shows no empty list before its rows. ``DependencyValues/fetchesAtOnce`` says it of all properties.
  public var fetchingAtOnce: FetchDelivery {
    var delivery = self
    delivery.fetchesAtOnce = true
    return delivery
  }

  /// The same, but the first value is fetched while others run: the property has its default until then.
  public var fetchingLater: FetchDelivery {
    var delivery = self
    delivery.fetchesAtOnce = false
    return delivery
  }
}

extension FetchDelivery {
  /// For a property that is declared without a value: an initialiser may replace it before anybody uses it, so that fetching for
  /// it would be in vain.
  package static var onUse: FetchDelivery {
    var delivery = automatic
    delivery.beginsOnUse = true
    return delivery
  }

  /// The same, or within an animation, or told by a scheduler.
  func told(
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) -> FetchDelivery {
    var delivery = self
    if let performer = animation?.performer {
      delivery.live = LiveDelivery(isOnMainActor: true, performer: performer)
    }
    if let scheduler {
      delivery.live.schedule = { scheduler.schedule($0) }
      if scheduler.immediateInitialValue() { delivery.fetchesAtOnce = true }
    }
    return delivery
  }
}

extension FetchDelivery? {
  /// The same, or within an animation, or told by a scheduler.
  func told(
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) -> FetchDelivery? {
    if animation == nil && scheduler == nil { return self }
    return (self ?? .automatic).told(animation, scheduler)
  }
}
