#if !canImport(SwiftUI)
  extension Animation {
    /// A spring.
    public static var spring: Animation { .default }

    /// A spring with a response in seconds and a damping fraction of critical damping.
    @_disfavoredOverload  // As SwiftUI's.
    public static func spring(
      response: Double = 0.5,
      dampingFraction: Double = 0.825,
      blendDuration: Double = 0
    ) -> Animation { .default }

    /// A spring with a duration in seconds and a bounce.
    public static func spring(
      duration: Double = 0.5,
      bounce: Double = 0,
      blendDuration: Double = 0
    ) -> Animation { .default }

    /// A given spring.
    public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation { .default }

    /// A spring that follows a finger.
    public static var interactiveSpring: Animation { .default }

    /// A spring that follows a finger, with a response in seconds and a damping fraction.
    @_disfavoredOverload  // As SwiftUI's.
    public static func interactiveSpring(
      response: Double = 0.15,
      dampingFraction: Double = 0.86,
      blendDuration: Double = 0.25
    ) -> Animation { .default }

    /// A spring that follows a finger, with a duration in seconds and an extra bounce.
    public static func interactiveSpring(
      duration: Double = 0.15,
      extraBounce: Double = 0,
      blendDuration: Double = 0.25
    ) -> Animation { .default }

    /// A spring whose effects add up.
    public static var interpolatingSpring: Animation { .default }

    /// A spring with a mass, whose effects add up.
    public static func interpolatingSpring(
      mass: Double = 1,
      stiffness: Double,
      damping: Double,
      initialVelocity: Double = 0
    ) -> Animation { .default }

    /// A spring with a duration in seconds and a bounce, whose effects add up.
    public static func interpolatingSpring(
      duration: Double = 0.5,
      bounce: Double = 0,
      initialVelocity: Double = 0
    ) -> Animation { .default }

    /// A given spring whose effects add up.
    public static func interpolatingSpring(
      _ spring: Spring,
      initialVelocity: Double = 0
    ) -> Animation { .default }
  }

  // MARK: - Springs by their character

  extension Animation {
    /// A spring without bounce.
    public static var smooth: Animation { .default }

    /// A spring without bounce, or with an extra bounce.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
      .default
    }

    /// A spring with a small bounce.
    public static var snappy: Animation { .default }

    /// A spring with a small bounce, which can be increased.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
      .default
    }

    /// A spring with a bounce.
    public static var bouncy: Animation { .default }

    /// A spring with a bounce, which can be increased.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
      .default
    }
  }

  /// A spring of an ``Animation``, for platforms without SwiftUI.
  ///
  /// It has the interface of SwiftUI's `Spring`, and does nothing.
  public struct Spring: Hashable, Sendable {
    /// Creates a spring with a duration in seconds and a bounce.
    public init(duration: Double = 0.5, bounce: Double = 0) {}

    /// Creates a spring with a response in seconds and a fraction of critical damping.
    public init(response: Double, dampingRatio: Double) {}

    /// Creates a spring with a mass.
    public init(
      mass: Double = 1,
      stiffness: Double,
      damping: Double,
      allowOverDamping: Bool = false
    ) {}

    /// Creates a spring that settles after a duration in seconds.
    public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {}

    /// A spring without bounce.
    public static var smooth: Spring { Spring() }

    /// Returns a spring without bounce, or with an extra bounce.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
      Spring()
    }

    /// A spring with a small bounce.
    public static var snappy: Spring { Spring() }

    /// Returns a spring with a small bounce, which can be increased.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
      Spring()
    }

    /// A spring with a bounce.
    public static var bouncy: Spring { Spring() }

    /// Returns a spring with a bounce, which can be increased.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
      Spring()
    }
  }
#endif
