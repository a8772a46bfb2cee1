#if !canImport(SwiftUI)
  import LiveEngine

  /// The animation with which views show new values, for platforms without SwiftUI.
  ///
  /// It has the interface of SwiftUI's `Animation`, and does nothing. With it a model that says
  /// `animation: .default` compiles on every platform.
  ///
  /// ```swift
  /// @FetchAll(
  ///   Reminder.where { !$0.isCompleted },
  ///   animation: .spring(response: 0.3, dampingFraction: 0.7)
  /// ) var incompleteTasks
  /// ```
  public struct Animation: Hashable, Sendable {
    /// The default animation.
    public static let `default` = Animation()

    /// The function that shows new values within the animation: none.
    var performer: LiveDelivery.Performer? { nil }
  }

  // MARK: - Curves

  extension Animation {
    /// A constant speed.
    public static var linear: Animation { .default }

    /// A constant speed, for a duration in seconds.
    public static func linear(duration: Double) -> Animation { .default }

    /// A slow start.
    public static var easeIn: Animation { .default }

    /// A slow start, for a duration in seconds.
    public static func easeIn(duration: Double) -> Animation { .default }

    /// A slow end.
    public static var easeOut: Animation { .default }

    /// A slow end, for a duration in seconds.
    public static func easeOut(duration: Double) -> Animation { .default }

    /// A slow start and end.
    public static var easeInOut: Animation { .default }

    /// A slow start and end, for a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { .default }

    /// A timing curve, for a duration in seconds.
    public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation { .default }

    /// A Bézier curve given by two control points, for a duration in seconds.
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
    /// Returns this animation, delayed by some seconds.
    public func delay(_ delay: Double) -> Animation { self }

    /// Returns this animation, sped up by a factor.
    public func speed(_ speed: Double) -> Animation { self }

    /// Returns this animation, repeated a number of times.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }

    /// Returns this animation, repeated forever.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }

    /// Returns this animation, regarded as complete after some seconds.
    public func logicallyComplete(after duration: Double) -> Animation { self }
  }
#endif
