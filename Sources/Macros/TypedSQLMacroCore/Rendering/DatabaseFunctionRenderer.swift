/// A renderer of the value that represents a Swift function in SQL, and of its type.
struct DatabaseFunctionRenderer {
  let function: DatabaseFunctionModel
  /// The name of the type.
  let typeName: String

  var declarations: [Lines] { [property, type] }

  // MARK: - The value

  private var property: Lines {
    let head =
      "\(function.access)nonisolated \(function.typeModifier)var $\(function.plainIdentifier): \(typeName)"
    return Lines {
      function.availability
      Lines(head) {
        isolationCheck
        value
      }
    }
  }

  /// A check by which the compiler reports a function of a global actor.
  @LinesBuilder private var isolationCheck: Lines {
    if function.kind == .scalar {
      let reference = "TypedSQL._FunctionType(\(function.reference))"
      "#_isolationCheck(\(reference), as: (\(bodyType(failure: function.throwsClause))).self)"
    }
  }

  private var value: Lines {
    if function.isOfObject { return weakValue }
    switch function.kind {
    case .property:
      return Lines([typeName + " { \(attempt)\(function.identifier) }"])
    case .aggregate(let label):
      let argument = label.map { "\($0): $0" } ?? "$0"
      return Lines([typeName + " { \(attempt)\(function.identifier)(\(argument)) }"])
    case .scalar:
      return Lines(["return \(typeName)(\(function.reference))"])
    }
  }

  /// A call that does not keep the object alive, and fails once the object is deallocated.
  private var weakValue: Lines {
    let names = function.closureParameters
    let parameters = names.isEmpty ? "" : " " + names.joined(separator: ", ")
    return Lines {
      "return \(typeName) { [weak self]\(parameters) in"
      "  guard let self else {"
      "    throw TypedSQL.DatabaseFunctionError.deallocated(function: \(function.name))"
      "  }"
      "  return \(attempt)self.\(function.call(with: names))"
      "}"
    }
  }

  private var attempt: String { function.isThrowing ? "try " : "" }

  // MARK: - The type

  private var type: Lines {
    Lines {
      function.availability
      Lines("\(function.access)nonisolated struct \(typeName): \(conformances)") {
        aliases
        "public let name = \(function.name)"
        ArgumentCountRenderer(types: function.parameters.map(\.queryType)).lines
        "public let isDeterministic = \(function.isDeterministic)"
        sameness
        "public let body: \(bodyType)"
        Lines("public init(_ body: @escaping \(bodyType))") { "self.body = body" }
        DatabaseFunctionCallRenderer(function: function).lines
        DatabaseFunctionInvocationRenderer(function: function).lines
      }
    }
  }

  /// What tells the database that adding the function again changes nothing.
  @LinesBuilder private var sameness: Lines {
    if function.isTheSameEverywhere {
      Lines("public static var _isTheSameEverywhere: Swift.Bool") { "true" }
    }
  }

  private var conformances: String {
    switch function.kind {
    case .scalar: "TypedSQL.ScalarDatabaseFunction"
    case .aggregate: "TypedSQL.AggregateDatabaseFunction"
    case .property: "TypedSQL.ScalarDatabaseFunction, TypedSQL.QueryExpression"
    }
  }

  @LinesBuilder private var aliases: Lines {
    let output = function.queryOutput?.text ?? "Swift.Void"
    "public typealias Input = \(function.inputType)"
    "public typealias Output = \(output)"
    switch function.kind {
    case .scalar: Lines()
    case .aggregate: "public typealias Element = \(function.elementType)"
    case .property: "public typealias QueryValue = \(output)"
    }
  }

  /// The type of the closure; that of a method also throws if its object has been deallocated.
  private var bodyType: String {
    bodyType(failure: function.isOfObject ? " throws" : function.throwsClause)
  }

  private func bodyType(failure: String) -> String {
    var parameters = function.parameters.map(\.type.text).joined(separator: ", ")
    if case .aggregate = function.kind {
      parameters = "any Swift.Sequence<\(function.elementType)>"
    }
    return "(\(parameters))\(failure) -> \(function.output?.text ?? "Swift.Void")"
  }
}

extension DatabaseFunctionModel {
  /// The type of the value that one row contributes to an aggregate function.
  var elementType: String {
    guard parameters.count != 1 else { return parameters[0].type.text }
    let parts = parameters.map { part in
      part.label.map { "\($0): \(part.type.text)" } ?? part.type.text
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  /// The type that SQL passes: one type, or a tuple of several.
  fileprivate var inputType: String {
    let types = parameters.map(\.queryType.text)
    return types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))"
  }

  /// The full name of the function, since there may be others with the same base name.
  fileprivate var reference: String {
    guard !parameters.isEmpty else { return identifier }
    return identifier + "(" + parameters.map { "\($0.label ?? "_"):" }.joined() + ")"
  }

  /// Names for the parameters of a closure that calls the function.
  fileprivate var closureParameters: [String] {
    switch kind {
    case .scalar: parameters.indices.map { "argument\($0)" }
    case .aggregate: ["rows"]
    case .property: []
    }
  }

  fileprivate func call(with arguments: [String]) -> String {
    switch kind {
    case .property: return identifier
    case .aggregate(let label): return "\(identifier)(\(label.map { $0 + ": " } ?? "")rows)"
    case .scalar:
      let list = zip(parameters, arguments).map { parameter, argument in
        parameter.label.map { "\($0): \(argument)" } ?? argument
      }
      return "\(identifier)(\(list.joined(separator: ", ")))"
    }
  }
}
