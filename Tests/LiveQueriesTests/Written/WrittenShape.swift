/// A statement as people and generators write it, of which a seed makes many.
///
/// In its template, `[name]` is a name that may be quoted in all ways, `{name}` a column without a
/// table, which single quotes would turn into a text, and `#op` a choice of ``WrittenChoices``.
struct WrittenShape: Sendable {
  /// The way in which two results are compared.
  enum Order: Sendable {
    /// The order of the statement leaves nothing open.
    case sequence
    /// The order of the rows is open.
    case rows
    /// Like `rows`; and SQLite may choose which of several equal values it shows.
    case loose
  }

  let name: String
  let order: Order
  let template: String

  init(_ name: String, _ order: Order, _ template: String) {
    self.name = name
    self.order = order
    self.template = template
  }

  /// Whether it reads the temporary table, which the readers of a pool do not see.
  var needsTemporary: Bool { template.contains("[temp]") }

  /// All shapes, always in the same order.
  static let all: [WrittenShape] = [
    joinsByName, keywords, rowNumbers, shadows, collations, texts, failingRows, numbers, correlated,
    combined, common, stored, attached, aggregates, manyPairs, ambiguous,
  ].flatMap { $0 }
}
