#if !canImport(SwiftUI)
  /// A curve of an ``Animation``, for platforms without SwiftUI.
  ///
  /// It has the interface of SwiftUI's `UnitCurve`, and does nothing.
  public struct UnitCurve: Hashable, Sendable {
    /// A constant speed.
    public static let linear = UnitCurve()

    /// A slow start.
    public static var easeIn: UnitCurve { .linear }

    /// A slow end.
    public static var easeOut: UnitCurve { .linear }

    /// A slow start and end.
    public static var easeInOut: UnitCurve { .linear }

    /// A quarter of a circle, with a slow start.
    public static var circularEaseIn: UnitCurve { .linear }

    /// A quarter of a circle, with a slow end.
    public static var circularEaseOut: UnitCurve { .linear }

    /// Two quarters of a circle, with a slow start and end.
    public static var circularEaseInOut: UnitCurve { .linear }

    /// The curve from its end to its start.
    public var inverse: UnitCurve { self }
  }
#endif
