#if !canImport(SwiftUI)
  import LiveEngine

  /// How views show new values, where there are no views: it is spelled as SwiftUI's, and does nothing.
  ///
  /// So a model that says `animation: .default` compiles on each platform.
  ///
  /// ```swift
  /// @FetchAll(Reminder.where { !$0.isCompleted }, animation: .spring(response: 0.3, dampingFraction: 0.7))
  /// var incompleteTasks
  /// ```
  public struct Animation: Hashable, Sendable {
    /// SwiftUI's default.
    public static let `default` = Animation()

    /// What shows new values within the animation: nothing.
    var performer: LiveDelivery.Performer? { nil }
  }

  // MARK: - Curves

  extension Animation {
    /// At one speed.
    public static var linear: Animation { .default }

    /// At one speed, for some seconds.
    public static func linear(duration: Double) -> Animation { .default }

    /// Slow at first.
    public static var easeIn: Animation { .default }

    /// Slow at first, for some seconds.
    public static func easeIn(duration: Double) -> Animation { .default }

    /// Slow at the end.
    public static var easeOut: Animation { .default }

    /// Slow at the end, for some seconds.
    public static func easeOut(duration: Double) -> Animation { .default }

    /// Slow at first and at the end.
    public static var easeInOut: Animation { .default }

    /// Slow at first and at the end, for some seconds.
    public static func easeInOut(duration: Double) -> Animation { .default }

    /// Along a curve, for some seconds.
    public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation { .default }

    /// Along a Bézier curve that two control points make, for some seconds.
    public static func timingCurve(
      _ startX: Double,
      _ startY: Double,
      _ endX: Double,
      _ endY: Double,
      duration: Double = 0.35
    ) -> Animation { .default }
  }

  // MARK: - Changing an animation

  extension Animation {
    /// The same, some seconds later.
    public func delay(_ delay: Double) -> Animation { self }

    /// The same, some times as fast.
    public func speed(_ speed: Double) -> Animation { self }

    /// The same, some times.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }

    /// The same, for ever.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }

    /// The same, which counts as complete after some seconds.
    public func logicallyComplete(after duration: Double) -> Animation { self }
  }
#endif
