#if !canImport(SwiftUI)
  extension Animation {
    /// As a spring.
    public static var spring: Animation { .default }

    /// As a spring that takes some seconds, and is damped by a part of what would stop it at once.
    @_disfavoredOverload  // As SwiftUI's.
    public static func spring(
      response: Double = 0.5,
      dampingFraction: Double = 0.825,
      blendDuration: Double = 0
    ) -> Animation { .default }

    /// As a spring that takes some seconds, and bounces.
    public static func spring(
      duration: Double = 0.5,
      bounce: Double = 0,
      blendDuration: Double = 0
    ) -> Animation { .default }

    /// As a spring.
    public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation { .default }

    /// As a spring that follows a finger.
    public static var interactiveSpring: Animation { .default }

    /// As a spring that follows a finger.
    @_disfavoredOverload  // As SwiftUI's.
    public static func interactiveSpring(
      response: Double = 0.15,
      dampingFraction: Double = 0.86,
      blendDuration: Double = 0.25
    ) -> Animation { .default }

    /// As a spring that follows a finger, takes some seconds, and bounces.
    public static func interactiveSpring(
      duration: Double = 0.15,
      extraBounce: Double = 0,
      blendDuration: Double = 0.25
    ) -> Animation { .default }

    /// As a spring whose effects add up.
    public static var interpolatingSpring: Animation { .default }

    /// As a spring of a mass, whose effects add up.
    public static func interpolatingSpring(
      mass: Double = 1,
      stiffness: Double,
      damping: Double,
      initialVelocity: Double = 0
    ) -> Animation { .default }

    /// As a spring that takes some seconds and bounces, whose effects add up.
    public static func interpolatingSpring(
      duration: Double = 0.5,
      bounce: Double = 0,
      initialVelocity: Double = 0
    ) -> Animation { .default }

    /// As a spring whose effects add up.
    public static func interpolatingSpring(
      _ spring: Spring,
      initialVelocity: Double = 0
    ) -> Animation { .default }
  }

  // MARK: - Springs by their character

  extension Animation {
    /// As a spring that does not bounce.
    public static var smooth: Animation { .default }

    /// As a spring that does not bounce, or by so much more.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
      .default
    }

    /// As a spring that bounces a little.
    public static var snappy: Animation { .default }

    /// As a spring that bounces a little, or by so much more.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
      .default
    }

    /// As a spring that bounces.
    public static var bouncy: Animation { .default }

    /// As a spring that bounces, or by so much more.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
      .default
    }
  }

  /// A spring of an ``Animation``, where there are no views: it is spelled as SwiftUI's, and does nothing.
  public struct Spring: Hashable, Sendable {
    /// A spring that takes some seconds, and bounces.
    public init(duration: Double = 0.5, bounce: Double = 0) {}

    /// A spring that takes some seconds, and is damped by a part of what would stop it at once.
    public init(response: Double, dampingRatio: Double) {}

    /// A spring of a mass.
    public init(
      mass: Double = 1,
      stiffness: Double,
      damping: Double,
      allowOverDamping: Bool = false
    ) {}

    /// A spring of a mass that comes to rest after some seconds.
    public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {}

    /// One that does not bounce.
    public static var smooth: Spring { Spring() }

    /// One that does not bounce, or by so much more.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
      Spring()
    }

    /// One that bounces a little.
    public static var snappy: Spring { Spring() }

    /// One that bounces a little, or by so much more.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
      Spring()
    }

    /// One that bounces.
    public static var bouncy: Spring { Spring() }

    /// One that bounces, or by so much more.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
      Spring()
    }
  }
#endif
