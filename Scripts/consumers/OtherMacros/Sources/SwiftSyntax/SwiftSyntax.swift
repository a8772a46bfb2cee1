import _SwiftSyntaxCShims

/// The source of an expression, which this `SwiftSyntax` has instead of a syntax tree.
public var answerSource: String { String(stand_in_answer()) }
