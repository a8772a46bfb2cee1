// The few symbols of SwiftUI that the sources and the seeds use, written by hand for `Scripts/check-apple`.

// Like SwiftUI, this module re-exports what observation needs.
@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation

public struct Animation: Sendable, Hashable {
  public static let `default` = Animation()

  public static func spring(
    response: Double = 0.5,
    dampingFraction: Double = 0.825,
    blendDuration: Double = 0
  ) -> Animation { .default }
}

@MainActor @preconcurrency
public func withAnimation<Result>(
  _ animation: Animation? = .default,
  _ body: () throws -> Result
) rethrows -> Result { try body() }

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A primitive view without a body.
@MainActor @preconcurrency
public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { fatalError() }
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

public struct EmptyView: Primitive { public nonisolated init() {} }
public struct TupleView<each Part: View>: Primitive { nonisolated init() {} }
public struct EitherView<First: View, Second: View>: Primitive { nonisolated init() {} }
public struct ModifiedView<Content: View>: Primitive { nonisolated init() {} }

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Part: View>(
    _ part: repeat each Part
  ) -> TupleView<repeat each Part> { TupleView() }

  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> EitherView<First, Second> { EitherView() }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> EitherView<First, Second> { EitherView() }
}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

@freestanding(declaration)
public macro Preview(@ViewBuilder body: @escaping @MainActor () -> any View) =
  #externalMacro(module: "PreviewMacros", type: "PreviewMacro")
