/// A component of a page, which renders values as a node.
protocol PagePart {
  var node: Node { get }
}

/// A result builder for lists of nodes.
@resultBuilder
enum NodeBuilder {
  static func buildExpression(_ node: Node) -> [Node] { [node] }
  static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  static func buildExpression(_ text: String) -> [Node] { [.text(text)] }
  static func buildExpression(_ part: some PagePart) -> [Node] { [part.node] }

  static func buildBlock(_ parts: [Node]...) -> [Node] { parts.flatMap(\.self) }
  static func buildArray(_ parts: [[Node]]) -> [Node] { parts.flatMap(\.self) }
  static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
  static func buildEither(first nodes: [Node]) -> [Node] { nodes }
  static func buildEither(second nodes: [Node]) -> [Node] { nodes }
}
