import SwiftSyntax

extension ExprSyntax {
  /// Returns the type of a literal, or of an `as` cast.
  func inferredType(in rewriter: SelfRewriter) -> TypeText? {
    if let prefixed = self.as(PrefixOperatorExprSyntax.self) {
      return prefixed.expression.numberType.map { TypeText($0) }
    }
    if let cast = castType { return TypeText(cast, in: rewriter) }
    if self.is(StringLiteralExprSyntax.self) { return TypeText("String") }
    if self.is(BooleanLiteralExprSyntax.self) { return TypeText("Bool") }
    return numberType.map { TypeText($0) }
  }

  private var numberType: String? {
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    return self.is(FloatLiteralExprSyntax.self) ? "Double" : nil
  }

  /// `T` in `[] as T`, in which operators are not folded yet.
  private var castType: TypeSyntax? {
    guard let sequence = self.as(SequenceExprSyntax.self)?.elements, sequence.count == 3,
      let cast = sequence.dropFirst().first?.as(UnresolvedAsExprSyntax.self),
      cast.questionOrExclamationMark == nil
    else { return nil }
    return sequence.last?.as(TypeExprSyntax.self)?.type
  }
}
