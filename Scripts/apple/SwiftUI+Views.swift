// The few views of SwiftUI that the examples use, declared by hand for `Scripts/check-apple`.

public import Foundation
public import Observation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

/// A view that is what it is.
@MainActor @preconcurrency
public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { fatalError() }
}

public struct EmptyView: Primitive { public nonisolated init() {} }
public struct TupleView<each Part: View>: Primitive { nonisolated init() {} }
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Part: View>(_ part: repeat each Part) -> TupleView<repeat each Part> {
    TupleView()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct Text: Primitive { public init(_ text: some StringProtocol) {} }
public struct Spacer: Primitive { public init() {} }
public struct HStack<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public enum HorizontalAlignment { case leading, center }
public struct VStack<Content: View>: Primitive {
  public init(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct NavigationStack<Content: View>: Primitive {
  public init(@ViewBuilder root: () -> Content) {}
}
public struct List<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct Form<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct Button<Label: View>: Primitive {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}
public struct TextField: Primitive { public init(_ title: some StringProtocol, text: Binding<String>) {} }
public struct ForEach<Data: RandomAccessCollection, Content: View>: Primitive
where Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
  public func onDelete(perform: ((IndexSet) -> Void)?) -> Self { self }
}

public enum ToolbarItemPlacement { case cancellationAction, confirmationAction, primaryAction }
public struct ToolbarItem<Content: View> {
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {}
}
@resultBuilder
public enum ToolbarContentBuilder {
  public static func buildBlock<each Content: View>(_ item: repeat ToolbarItem<each Content>) {}
}
public enum Font { case caption }

extension View {
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func toolbar(@ToolbarContentBuilder content: () -> Void) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
}

@propertyWrapper
public struct Binding<Value> {
  let value: Value
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Bindable<Value> { self }
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> { Binding(value: wrappedValue[keyPath: keyPath]) }
}

public struct EnvironmentValues {
  public var dismiss: DismissAction { DismissAction() }
}
@MainActor @preconcurrency
public struct DismissAction {
  nonisolated init() {}
  public func callAsFunction() {}
}
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}
