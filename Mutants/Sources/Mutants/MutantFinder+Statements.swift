import SwiftSyntax

extension MutantFinder {
  /// Calls that change nothing but how long things take, or what people read.
  private static let silent = [
    "reserveCapacity", "precondition", "assert", "log", "_ = consume", "withExtendedLifetime",
  ]

  /// A call of which nobody takes the result.
  func addStatement(_ item: CodeBlockItemSyntax) {
    guard case .expr(let expression) = item.item, let call = call(in: expression) else { return }
    let name = call.calledExpression.trimmedDescription
    guard !Self.silent.contains(where: { name == $0 || name.hasSuffix("." + $0) }),
      !isValueOfBlock(item)
    else { return }
    let shown = name.count > 40 ? String(name.suffix(40)) : name
    add(expression, .statement(""), "\(shown)(…) omitted")
  }

  /// The call that a statement is, alone or in `_ = try …`.
  private func call(in expression: ExprSyntax) -> FunctionCallExprSyntax? {
    if let call = expression.as(FunctionCallExprSyntax.self) { return call }
    if let tried = expression.as(TryExprSyntax.self) { return call(in: tried.expression) }
    if let awaited = expression.as(AwaitExprSyntax.self) { return call(in: awaited.expression) }
    if let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
    {
      return call(in: infix.rightOperand)
    }
    return nil
  }

  /// Whether the statement is what its closure, function or branch gives.
  private func isValueOfBlock(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return false
    }
    guard let owner = list.parent else { return false }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
    if owner.is(SwitchCaseSyntax.self) { return true }
    guard let block = owner.as(CodeBlockSyntax.self)?.parent else { return false }
    if let function = block.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return block.is(AccessorDeclSyntax.self)
  }

  /// `nil`, where that may be returned too.
  func addReturn(of expression: ExprSyntax) {
    guard !expression.is(NilLiteralExprSyntax.self), !expression.is(IfExprSyntax.self),
      !expression.is(SwitchExprSyntax.self), returnsOptional(Syntax(expression))
    else { return }
    add(expression, .expression("nil"), "nil returned")
  }

  private func returnsOptional(_ node: Syntax) -> Bool {
    var next = node.parent
    while let node = next {
      if node.is(ClosureExprSyntax.self) { return false }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.is(OptionalTypeSyntax.self) == true
      }
      if let variable = node.as(PatternBindingSyntax.self), variable.accessorBlock != nil {
        return variable.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
      }
      if let list = node.as(SubscriptDeclSyntax.self) {
        return list.returnClause.type.is(OptionalTypeSyntax.self)
      }
      next = node.parent
    }
    return false
  }
}
