import SwiftSyntax

extension MutantFinder {
  private static let swapped = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "-": "+", "&+": "&-", "&-": "&+",
  ]

  func addOperators(of node: InfixOperatorExprSyntax) {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return
    }
    let (left, right) = (text(of: node.leftOperand), text(of: node.rightOperand))
    switch symbol {
    case "+":
      if node.rightOperand.is(IntegerLiteralExprSyntax.self) {
        add(node, .expression("\(left) + 0"), "+ \(right) → + 0")
      } else if !(left + right).contains(where: { "\"[{".contains($0) }) {
        add(node, .expression("\(left) - \(right)"), "+ → -")
      }
    case "..<": add(node.rightOperand, .expression("(\(right)) + 1"), "..< → ...")
    case "...": add(node.rightOperand, .expression("(\(right)) - 1"), "... → ..<")
    case "+=", "-=":
      guard node.parent?.is(CodeBlockItemSyntax.self) == true else { return }
      let other = symbol == "+=" ? "-=" : "+="
      if !right.contains(where: { "\"[{".contains($0) }) {
        add(node, .statement("\(left) \(other) \(right)"), "\(symbol) → \(other)")
      }
    default:
      guard let other = Self.swapped[symbol] else { return }
      add(node, .expression("\(left) \(other) \(right)"), "\(symbol) → \(other)")
    }
  }

  func addConditions(of condition: ExprSyntax) {
    let text = text(of: condition)
    let shown = text.count > 40 ? String(text.prefix(37)) + "…" : text
    add(condition, .expression("!(\(text))"), "not \(shown)")
    guard !condition.is(BooleanLiteralExprSyntax.self) else { return }
    add(condition, .expression("true"), "\(shown) → true")
    add(condition, .expression("false"), "\(shown) → false")
  }

  /// `min` and `max`, and an order that is left out.
  func addCalls(of node: FunctionCallExprSyntax) {
    let whole = text(of: node)
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard name == "min" || name == "max" else { return }
      let other = name == "min" ? "max" : "min"
      add(node, .expression(other + whole.dropFirst(3)), "\(name) → \(other)")
    }
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base
    else { return }
    switch member.declName.baseName.text {
    case "sorted": add(node, .expression("Array(\(text(of: base)))"), "not sorted")
    case "min", "max": addOtherEnd(of: node, member, ["min": "max", "max": "min"])
    case "first", "last": addOtherEnd(of: node, member, ["first": "last", "last": "first"])
    default: break
    }
  }

  /// `.first` and `.last`, where they are no calls.
  func addEnds(of node: MemberAccessExprSyntax) {
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id
    {
      return
    }
    addOtherEnd(of: node, node, ["first": "last", "last": "first"])
  }

  private func addOtherEnd(
    of node: some ExprSyntaxProtocol,
    _ member: MemberAccessExprSyntax,
    _ names: [String: String]
  ) {
    let name = member.declName.baseName.text
    guard member.base != nil, let other = names[name] else { return }
    let start = range(of: node).lowerBound
    let place = range(of: member.declName)
    let bytes = Array(text(of: node).utf8)
    let before = String(decoding: bytes[..<(place.lowerBound - start)], as: UTF8.self)
    let after = String(decoding: bytes[(place.upperBound - start)...], as: UTF8.self)
    add(node, .expression(before + other + after), ".\(name) → .\(other)")
  }
}
