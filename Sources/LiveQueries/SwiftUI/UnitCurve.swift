#if !canImport(SwiftUI)
  /// A curve of an ``Animation``, where there are no views: it is spelled as SwiftUI's, and does nothing.
  public struct UnitCurve: Hashable, Sendable {
    /// At one speed.
    public static let linear = UnitCurve()

    /// Slow at first.
    public static var easeIn: UnitCurve { .linear }

    /// Slow at the end.
    public static var easeOut: UnitCurve { .linear }

    /// Slow at first and at the end.
    public static var easeInOut: UnitCurve { .linear }

    /// A quarter of a circle, slow at first.
    public static var circularEaseIn: UnitCurve { .linear }

    /// A quarter of a circle, slow at the end.
    public static var circularEaseOut: UnitCurve { .linear }

    /// Two quarters of a circle, slow at first and at the end.
    public static var circularEaseInOut: UnitCurve { .linear }

    /// The curve from its end to its beginning.
    public var inverse: UnitCurve { self }
  }
#endif
