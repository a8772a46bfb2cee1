import SwiftSyntax

/// An interpolation `\( )`, and the SQL that it may become.
struct Interpolation: Equatable {
  enum Kind: Equatable {
    /// `\(bind: value)`, `\(value, as: Type.self)` and literals.
    case value
    /// `\(Reminder.self)`, `\(Reminder.columns)`, `\(quote: name)`.
    case name
    /// `\(quote: text, delimiter: .text)`.
    case text
    /// `\(Reminder.title)` and `\($0.title)`: usually a column, otherwise a statement.
    case member
    /// `\(raw: text)`: any text.
    case raw
    /// Any expression, statement or fragment.
    case unknown
  }

  let kind: Kind
  let segment: ExpressionSegmentSyntax

  init(_ segment: ExpressionSegmentSyntax) {
    self.segment = segment
    kind = Self.kind(of: segment.expressions)
  }

  /// The text to try in place of a query, without the parentheses that it may get.
  static let query = "SELECT 1"

  /// The texts to try in its place.
  var replacements: [String] {
    switch kind {
    case .value: ["?"]
    case .name: ["\"x\""]
    case .text: ["'x'"]
    case .member, .unknown: ["\"x\"", Self.query]
    // Also within quotes, where only raw text is allowed.
    case .raw: ["x"]
    }
  }

  /// Whether it may become something other than its replacements.
  var isWildcard: Bool { kind == .raw || kind == .unknown }

  private static func kind(of arguments: LabeledExprListSyntax) -> Kind {
    guard let first = arguments.first else { return .unknown }
    switch first.label?.text {
    case "raw": return .raw
    case "bind": return .value
    case "quote": return quoteKind(arguments)
    case nil: break
    default: return .unknown
    }
    if arguments.dropFirst().first?.label?.text == "as" { return .value }
    return kind(of: first.expression)
  }

  private static func quoteKind(_ arguments: LabeledExprListSyntax) -> Kind {
    let delimiter = arguments.first { $0.label?.text == "delimiter" }
    return delimiter?.expression.trimmedDescription.hasSuffix("text") == true ? .text : .name
  }

  private static func kind(of expression: ExprSyntax) -> Kind {
    if expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self) {
      return .value
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else {
      return .unknown
    }
    let member = access.declName.baseName
    if member.tokenKind == .keyword(.self) || member.text == "columns" { return .name }
    let root = base.firstToken(viewMode: .sourceAccurate)?.text.first
    return root?.isUppercase == true || root == "$" ? .member : .unknown
  }
}
