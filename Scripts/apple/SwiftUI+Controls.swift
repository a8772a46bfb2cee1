// Views that show something, and controls.

public import Foundation

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: DefaultStringInterpolation) {}
}

public struct Text: Primitive {
  public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {}

  public func strikethrough(_ isActive: Bool = true) -> Text { self }
}

public struct Image: Primitive { public init(systemName: String) {} }
public struct Spacer: Primitive { public init() {} }
public struct Rectangle: Primitive, Shape { public nonisolated init() {} }
public protocol Shape: Sendable {}

public struct Label<Title: View, Icon: View>: Primitive {
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

extension Label where Title == Text, Icon == Image {
  public init(_ title: LocalizedStringKey, systemImage: String) {}
}

public struct LabeledContent<Label: View, Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

extension LabeledContent where Label == Text, Content == Text {
  public init(_ title: LocalizedStringKey, value: some StringProtocol) {}
}

public struct Color: Primitive, Hashable, ShapeStyle {
  public nonisolated init() {}
  public nonisolated init(_ color: UIColor) {}

  public static let gray = Color()
  public static let green = Color()
  public static let orange = Color()
  public static let primary = Color()
  public static let secondary = Color()
}

public protocol ShapeStyle: Sendable {}

public final class UIColor: Hashable, Sendable {
  public static let systemGroupedBackground = UIColor()
  public func hash(into hasher: inout Hasher) {}
  public static func == (left: UIColor, right: UIColor) -> Bool { left === right }
}

public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
  public static let title = Font()
  public static let title2 = Font()
  public static let headline = Font()
  public static let body = Font()
  public static let caption = Font()
  public static let caption2 = Font()
  public static func system(size: CGFloat) -> Font { Font() }

  public struct Weight: Hashable, Sendable { public static let medium = Weight() }
}

// MARK: - Controls

public struct ButtonRole: Equatable, Sendable { public static let destructive = ButtonRole() }

public struct Button<Label: View>: Primitive {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
  public init(
    _ title: LocalizedStringKey,
    role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {}
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol,
    role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {}
}

public struct TextField<Label: View>: Primitive {}

extension TextField where Label == Text {
  public init(_ title: LocalizedStringKey, text: Binding<String>) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct Toggle<Label: View>: Primitive {
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}

extension Toggle where Label == Text {
  public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
}

public struct Picker<Label: View, Selection: Hashable, Content: View>: Primitive {}

extension Picker where Label == Text {
  public init(
    _ title: LocalizedStringKey,
    selection: Binding<Selection>,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct Stepper<Label: View>: Primitive {}

extension Stepper where Label == Text {
  public init<Value: Strideable>(
    _ title: LocalizedStringKey,
    value: Binding<Value>,
    in bounds: ClosedRange<Value>,
    step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {}
}

public struct ProgressView: Primitive {
  public init() {}
  public init(value: (some BinaryFloatingPoint)?, total: Double = 1) {}
}

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle { public nonisolated init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public nonisolated init() {} }

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

@MainActor @preconcurrency
public protocol ListStyle {}
public struct GroupedListStyle: ListStyle { public nonisolated init() {} }
