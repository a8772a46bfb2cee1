import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The conditions of inner joins that see the missing rows of an outer join before them, as in
/// `a LEFT JOIN b ON … JOIN c ON b.id IS NULL`.
///
/// Plans find the rows that a touched row of `b` affects by joining it. Under such a condition, a
/// row without a partner leaves the result when its partner appears, and that partner is joined to
/// nothing. A comparison excludes missing rows, since it is NULL for them.
struct MissingRowConditions {
  /// The names of tables whose rows may be missing so far, in lower case.
  private var optional: Set<ByteText> = []
  private var earlier: Set<ByteText> = []

  /// Adds a table of the `FROM` clause, with the tokens of its `ON` or `USING`.
  ///
  /// - Parameter hasOptional: Whether it stands for a statement with an outer join.
  /// - Throws: ``PlanRejection`` if the condition may be true for a missing row.
  mutating func add(
    _ item: FromClause.Item,
    hasOptional: Bool,
    on constraint: ArraySlice<SQLToken>
  ) throws {
    let alias = ByteText.foldingASCII(item.alias)
    if item.kind == .right { optional.formUnion(earlier) }
    if item.kind == .left || hasOptional { optional.insert(alias) }
    earlier.insert(alias)
    guard item.kind == .inner, constraint.first?.isWord("on") == true else { return }
    if let condition = conditionOnMissingRow(constraint.dropFirst()) {
      throw PlanRejection(
        .outerJoin,
        at: condition.fragment,
        "in the ON of an inner join behind an outer one",
        instead: "move the condition into WHERE"
      )
    }
  }

  private func conditionOnMissingRow(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken>? {
    let conditions = tokens.conjuncts
    let excluded = conditions.filter(\.isPlainComparison)
      .reduce(into: Set<ByteText>()) { $0.formUnion($1.qualifiers) }
    return conditions.first { condition in
      guard !condition.isPlainComparison, !optional.isEmpty else { return false }
      return condition.hasUnqualifiedName
        || !optional.isDisjoint(with: condition.qualifiers.subtracting(excluded))
    }
  }
}

extension ArraySlice<SQLToken> {
  /// Whether it compares values that are NULL if a column in them is: there is no call and no
  /// keyword, such as `IS` or `OR`.
  fileprivate var isPlainComparison: Bool {
    let hasOnlyOperators = indices.allSatisfy { index in
      switch self[index].kind {
      case .word: isQualified(at: index)
      case .open: index == startIndex || self[index - 1].identifier == nil
      default: true
      }
    }
    return hasOnlyOperators && contains { Self.comparisons.contains($0.code) }
  }

  private static var comparisons: Set<[UInt8]> {
    Set(["=", "==", "<>", "!=", "<", "<=", ">", ">="].map { Array($0.utf8) })
  }

  /// Whether a column may be named without its table; keywords count too, except for frequent ones.
  fileprivate var hasUnqualifiedName: Bool {
    indices.contains { index in
      switch self[index].kind {
      case .name: !isQualified(at: index)
      case .word(let word): !isQualified(at: index) && !Self.keywords.contains(word)
      default: false
      }
    }
  }

  private static var keywords: Set<String> {
    [
      "is", "not", "null", "and", "or", "in", "between", "like", "true", "false", "isnull",
      "notnull",
    ]
  }
}
