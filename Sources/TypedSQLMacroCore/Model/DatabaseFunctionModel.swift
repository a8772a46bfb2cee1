/// All that the expansion of `@DatabaseFunction` depends on.
struct DatabaseFunctionModel: Equatable {
  enum Kind: Equatable {
    /// A function that runs for each row.
    case scalar
    /// A function that runs for the rows of a group, given under a label.
    case aggregate(label: String?)
    /// A computed property.
    case property
  }

  struct Parameter: Equatable {
    /// The label of calls, or nothing.
    var label: String?
    /// The name within the function.
    var name: String
    /// The type in Swift.
    var type: TypeText
    /// What SQL passes.
    var queryType: TypeText
    /// The source text of the default value.
    var defaultValue: String?
  }

  var kind: Kind
  /// The function or property as it is written, with backticks where it has them.
  var identifier: String
  /// The name in SQL: the source text of a string literal.
  var name: String
  var isDeterministic = false
  /// The arguments, of an aggregate function those that each row gives.
  var parameters: [Parameter] = []
  /// The result in Swift; nothing for a function without one.
  var output: TypeText?
  /// What SQL gets.
  var queryOutput: TypeText?
  /// `throws`, also with the type of the error, or nothing.
  var throwsClause = ""
  /// The access modifier with a space at its end, or nothing.
  var access = ""
  /// `static` or `class` with a space at its end, or nothing.
  var typeModifier = ""
  /// Whether it is a method or property of an object, which it must not keep alive.
  var isOfObject = false
  /// The `@available` attributes.
  var availability: [String] = []

  var isThrowing: Bool { !throwsClause.isEmpty }

  var plainIdentifier: String { identifier.filter { $0 != "`" } }
}
