import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds what can be changed in a file.
final class MutantFinder: SyntaxVisitor {
  let file: String
  private let source: [UInt8]
  private let converter: SourceLocationConverter
  private(set) var mutants: [Mutant] = []

  /// The mutants of a file.
  static func mutants(of file: String, source: String) -> [Mutant] {
    let parsed = Parser.parse(source: source)
    let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    let finder = MutantFinder(file: file, source: source, tree)
    finder.walk(tree)
    return finder.mutants
  }

  private init(file: String, source: String, _ tree: Syntax) {
    self.file = file
    self.source = Array(source.utf8)
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  /// The bytes of a node, without what stands before and after it.
  func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia
      .utf8Offset
  }

  func text(of node: some SyntaxProtocol) -> String {
    String(decoding: source[range(of: node)], as: UTF8.self)
  }

  func add(_ node: some SyntaxProtocol, _ form: Mutant.Form, _ description: String) {
    let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    mutants.append(
      Mutant(
        file: file,
        line: location.line,
        range: range(of: node),
        form: form,
        description: description
      )
    )
  }

  // MARK: - Skipped code

  /// Code that only another platform compiles.
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  /// Texts that people read.
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  // MARK: - Mutated code

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    addOperators(of: node)
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    guard case .expression(let condition) = node.condition,
      node.parent?.parent?.is(WhileStmtSyntax.self) != true
    else { return .visitChildren }
    addConditions(of: condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    addConditions(of: node.condition)
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!", node.parent?.is(ConditionElementSyntax.self) != true {
      add(node, .expression(text(of: node.expression)), "! omitted")
    }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let other = node.literal.text == "true" ? "false" : "true"
    add(node, .expression(other), "\(node.literal.text) → \(other)")
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // What is said where the program ends matters to nobody else.
    let name = node.calledExpression.trimmedDescription
    if ["preconditionFailure", "fatalError"].contains(name) { return .skipChildren }
    addCalls(of: node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    addEnds(of: node)
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { addReturn(of: expression) }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    addStatement(node)
    return .visitChildren
  }
}
