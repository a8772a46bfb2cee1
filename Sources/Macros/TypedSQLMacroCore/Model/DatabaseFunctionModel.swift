/// Everything that the expansion of `@DatabaseFunction` depends on.
struct DatabaseFunctionModel: Equatable {
  enum Kind: Equatable {
    /// A function that runs for each row.
    case scalar
    /// A function that runs for the rows of a group, which are passed with a label.
    case aggregate(label: String?)
    /// A computed property.
    case property
  }

  struct Parameter: Equatable {
    /// The label in calls, or `nil`.
    var label: String?
    /// The name within the function.
    var name: String
    /// The type in Swift.
    var type: TypeText
    /// The type that SQL passes.
    var queryType: TypeText
    /// The source text of the default value.
    var defaultValue: String?
  }

  var kind: Kind
  /// The function or property as it is written, including backticks.
  var identifier: String
  /// The name in SQL: the source text of a string literal.
  var name: String
  var isDeterministic = false
  /// The arguments; for an aggregate function, those that each row provides.
  var parameters: [Parameter] = []
  /// The result type in Swift, or `nil` for a function without a result.
  var output: TypeText?
  /// The type that SQL receives.
  var queryOutput: TypeText?
  /// `throws`, with the type of the error if there is one, or an empty string.
  var throwsClause = ""
  /// The access modifier with a trailing space, or an empty string.
  var access = ""
  /// `static` or `class` with a trailing space, or an empty string.
  var typeModifier = ""
  /// Whether it is a method or property of an object, which it must not keep alive.
  var isOfObject = false
  /// Whether it is a global or static function, which is the same wherever it is named.
  var isTheSameEverywhere = false
  /// The `@available` attributes.
  var availability: [String] = []

  var isThrowing: Bool { !throwsClause.isEmpty }

  var plainIdentifier: String { identifier.filter { $0 != "`" } }
}
