/// A case of an enum table: one or more columns, which are NULL in all other cases.
struct CaseModel: Equatable {
  /// The case as it is written, including backticks.
  var identifier: String
  /// The label of the associated value.
  var label: String?
  /// The column's name: the source text of a string literal.
  var name: String
  /// The names in JSON that lead to the associated value: the source texts of string literals.
  var codingPath: [String] = []
  /// The type of the associated value.
  var type: TypeText
  /// The type that the value is stored as, if the case specifies one.
  var representation: TypeText?
  /// The source text of the default value.
  var defaultValue: String?

  var queryType: TypeText { representation ?? type }

  /// Returns the value as it is written in a pattern or call: with its label, if it has one.
  func associated(_ value: String) -> String {
    label.map { "\($0): \(value)" } ?? value
  }
}
