// Modifiers of views.

public import Foundation

public enum TextAlignment { case leading, center, trailing }

public struct Alignment: Equatable, Sendable { public static let center = Alignment() }

public struct Edge {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let vertical = Set(rawValue: 1)
    public static let all = Set(rawValue: 3)
  }
}

public struct ContentTransition: Equatable, Sendable {
  public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}

public struct UITextContentType: Hashable, Sendable {
  public static let emailAddress = UITextContentType()
}

public enum UIKeyboardType { case emailAddress }

extension View {
  public func font(_ font: Font?) -> some View { self }
  public func fontWeight(_ weight: Font.Weight?) -> some View { self }
  public func foregroundColor(_ color: Color?) -> some View { self }
  public func tint(_ color: Color?) -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func lineLimit(_ number: Int?) -> some View { self }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public func frame(
    minWidth: CGFloat? = nil,
    idealWidth: CGFloat? = nil,
    maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil,
    maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  public func background(_ style: some ShapeStyle) -> some View { self }
  public func contentShape(_ shape: some Shape) -> some View { self }
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
  public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
  public func listStyle(_ style: some ListStyle) -> some View { self }
  public func textContentType(_ type: UITextContentType?) -> some View { self }
  public func keyboardType(_ type: UIKeyboardType) -> some View { self }
  public nonisolated func tag(_ tag: some Hashable) -> some View { self }
  public func disabled(_ isDisabled: Bool) -> some View { self }
  public func tabItem<Item: View>(@ViewBuilder _ label: () -> Item) -> some View { self }
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View { self }
}

// MARK: - Events

extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    self
  }
  public func task<Value: Equatable>(
    id value: Value,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
}

// MARK: - Navigation

extension View {
  public func navigationTitle(_ title: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func navigationBarTitle(_ title: Text) -> some View { self }
  public func navigationBarTitle(_ title: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload
  public func navigationBarTitle(_ title: some StringProtocol) -> some View { self }
  public func navigationBarItems(leading: some View, trailing: some View) -> some View { self }
  public func navigationBarItems(leading: some View) -> some View { self }
  public func navigationBarItems(trailing: some View) -> some View { self }
  public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View {
    self
  }
  public func toolbar(@ViewBuilder content: () -> some View) -> some View { self }
  public func searchable(text: Binding<String>) -> some View { self }
  public func searchable(text: Binding<String>, prompt: LocalizedStringKey) -> some View { self }
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  public func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
}
