// Views that contain others.

public import Foundation

public enum HorizontalAlignment { case leading, center, trailing }
public enum VerticalAlignment { case top, center, bottom }

public struct HStack<Content: View>: Primitive {
  public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct VStack<Content: View>: Primitive {
  public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct List<Selection: Hashable, Content: View>: Primitive {
  public init(selection: Binding<Selection?>?, @ViewBuilder content: () -> Content) {}
}

extension List where Selection == Never {
  public init(@ViewBuilder content: () -> Content) {}

  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {}

  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}

  public func onDelete(perform: ((IndexSet) -> Void)?) -> Self { self }
  public func onMove(perform: ((IndexSet, Int) -> Void)?) -> Self { self }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct Form<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct TabView<Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Header: View, Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {}
}

extension Section where Header == EmptyView {
  public init(@ViewBuilder content: () -> Content) {}
}

extension Section where Header == Text {
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

// MARK: - Navigation

public struct NavigationView<Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Content: View>: Primitive {
  public init(@ViewBuilder root: () -> Content) {}
}

public struct NavigationSplitView<Sidebar: View, Detail: View>: Primitive {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {}
}

public struct NavigationLink<Label: View, Destination: View>: Primitive {
  public init(destination: Destination, @ViewBuilder label: () -> Label) {}

  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
}

extension NavigationLink where Destination == Never {
  public init(value: (some Hashable)?, @ViewBuilder label: () -> Label) {}
}

// MARK: - Toolbars

public enum ToolbarItemPlacement { case automatic, cancellationAction, confirmationAction, primaryAction }

@MainActor @preconcurrency
public protocol ToolbarContent {}

public struct ToolbarItem<Content: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

public struct ToolbarGroup: ToolbarContent {}

@resultBuilder
public enum ToolbarContentBuilder {
  public static func buildBlock<each Content: ToolbarContent>(
    _ item: repeat each Content
  ) -> ToolbarGroup { ToolbarGroup() }
}

public struct Menu<Label: View, Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
