/// A case of an enum table: a column that is NULL in all other cases, or several.
struct CaseModel: Equatable {
  /// The case as it is written, with backticks where it has them.
  var identifier: String
  /// The label of the associated value.
  var label: String?
  /// The column's name: the source text of a string literal.
  var name: String
  /// The names in JSON that lead to the associated value: the source texts of string literals.
  var codingPath: [String] = []
  /// The type of the associated value.
  var type: TypeText
  /// What the value is stored as, where the case says so.
  var representation: TypeText?
  /// The source text of the default value.
  var defaultValue: String?

  var queryType: TypeText { representation ?? type }

  /// How the value stands in a pattern or call: with its label, where it has one.
  func associated(_ value: String) -> String {
    label.map { "\($0): \(value)" } ?? value
  }
}
