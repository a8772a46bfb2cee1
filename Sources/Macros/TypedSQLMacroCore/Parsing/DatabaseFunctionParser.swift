import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A parser that reads a function or a computed property as one that SQL can call.
struct DatabaseFunctionParser {
  let attribute: AttributeSyntax
  let lexicalContext: [Syntax]
  private(set) var collector = DiagnosticCollector()

  private let rewriter: SelfRewriter

  init(_ attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    self.attribute = attribute
    self.lexicalContext = lexicalContext
    rewriter = SelfRewriter(name: "Self")
  }

  /// Returns the function, or `nil` if SQL cannot call the declaration.
  mutating func parse(_ declaration: some DeclSyntaxProtocol) -> DatabaseFunctionModel? {
    let function: DatabaseFunctionModel? =
      if let declaration = declaration.as(FunctionDeclSyntax.self) {
        function(declaration)
      } else if let declaration = declaration.as(VariableDeclSyntax.self) {
        property(declaration)
      } else {
        nil
      }
    if function == nil, !collector.hasErrors {
      collector.add(DatabaseFunctionDiagnostic.notAFunction, at: declaration.diagnosedNode)
    }
    return collector.hasErrors ? nil : function
  }

  // MARK: - Functions

  private mutating func function(_ declaration: FunctionDeclSyntax) -> DatabaseFunctionModel? {
    let signature = declaration.signature
    diagnoseEffects(of: declaration)
    checkIsolation(
      .isolatedFunction,
      attributes: declaration.attributes,
      modifiers: declaration.modifiers,
      at: declaration.name
    )
    var function = model(
      kind: .scalar,
      identifier: declaration.name,
      attributes: declaration.attributes,
      modifiers: declaration.modifiers
    )
    function.throwsClause = signature.effectSpecifiers?.throwsClause.text ?? ""
    function.output = signature.returnClause.flatMap { outputType($0.type) }
    let parameters = signature.parameterClause.parameters
    let representation = functionRepresentation(for: parameters)
    if let element = parameters.single?.type.sequenceElement {
      function.kind = .aggregate(label: parameters.single?.label)
      function.parameters = elementParameters(element, representation)
    } else {
      function.parameters = zip(parameters, 0...).map { parameter($0, at: $1, representation) }
    }
    function.queryOutput =
      representation.map { outputType($0.returnClause.type) } ?? function.output
    return function
  }

  private mutating func diagnoseEffects(of declaration: FunctionDeclSyntax) {
    let signature = declaration.signature
    if let async = signature.effectSpecifiers?.asyncSpecifier {
      collector.add(DatabaseFunctionDiagnostic.asynchronous, at: async)
    }
    for parameter in signature.parameterClause.parameters {
      guard let ellipsis = parameter.ellipsis else { continue }
      collector.add(DatabaseFunctionDiagnostic.variadic, at: ellipsis)
    }
  }

  private func parameter(
    _ parameter: FunctionParameterSyntax,
    at index: Int,
    _ representation: FunctionTypeSyntax?
  ) -> DatabaseFunctionModel.Parameter {
    let type = TypeText(parameter.type.withoutSpecifiers, in: rewriter)
    let represented = representation.map { function in
      TypeText(Array(function.parameters)[index].type, in: rewriter)
    }
    let name = (parameter.secondName ?? parameter.firstName).text
    return DatabaseFunctionModel.Parameter(
      label: parameter.label,
      name: name == "_" ? "argument\(index)" : name,
      type: type,
      queryType: represented ?? type,
      defaultValue: parameter.defaultValue.map { rewriter.text($0.value) }
    )
  }

  /// Returns the arguments of an aggregate function: the elements of a tuple, or one value.
  private func elementParameters(
    _ element: TypeSyntax,
    _ representation: FunctionTypeSyntax?
  ) -> [DatabaseFunctionModel.Parameter] {
    let represented = representation?.parameters.single?.type.sequenceElement?.tupleElements
    return zip(element.tupleElements, 0...).map { part, index in
      let type = TypeText(part.type, in: rewriter)
      let name = part.name ?? "argument\(index)"
      return DatabaseFunctionModel.Parameter(
        label: part.name,
        name: name,
        type: type,
        queryType: represented.map { TypeText($0[index].type, in: rewriter) } ?? type
      )
    }
  }

  /// Returns the function type of `as:`, which must have as many parameters as the function.
  private mutating func functionRepresentation(
    for parameters: FunctionParameterListSyntax
  ) -> FunctionTypeSyntax? {
    guard let argument = attribute.argument("as") else { return nil }
    guard let literal = argument.expression.typeLiteral else {
      collector.add(ArgumentDiagnostic.notAType, at: argument.expression)
      return nil
    }
    let type = TypeSyntax("\(raw: literal.trimmedDescription)").withoutParentheses
    guard let function = type.as(FunctionTypeSyntax.self), function.fits(parameters) else {
      collector.add(ArgumentDiagnostic.notAFunctionType, at: argument.expression)
      return nil
    }
    return function
  }

  /// Returns the type of a result, or `nil` for `Void`.
  private func outputType(_ type: TypeSyntax) -> TypeText? {
    let text = TypeText(type, in: rewriter)
    return ["Void", "()", "Swift.Void"].contains(text.text) ? nil : text
  }

  // MARK: - Properties

  private mutating func property(_ declaration: VariableDeclSyntax) -> DatabaseFunctionModel? {
    guard let binding = declaration.bindings.single,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type,
      let getter = binding.getter
    else { return nil }
    if let async = getter.effects?.asyncSpecifier {
      collector.add(DatabaseFunctionDiagnostic.asynchronous, at: async)
    }
    checkIsolation(
      .isolatedProperty,
      attributes: declaration.attributes,
      modifiers: declaration.modifiers,
      at: identifier
    )
    var function = model(
      kind: .property,
      identifier: identifier,
      attributes: declaration.attributes,
      modifiers: declaration.modifiers
    )
    function.throwsClause = getter.effects?.throwsClause.text ?? ""
    function.output = TypeText(type, in: rewriter)
    function.queryOutput = propertyRepresentation() ?? function.output
    return function
  }

  private mutating func propertyRepresentation() -> TypeText? {
    guard let argument = attribute.argument("as") else { return nil }
    guard let literal = argument.expression.typeLiteral else {
      collector.add(ArgumentDiagnostic.notAType, at: argument.expression)
      return nil
    }
    return TypeText(literal: literal, in: rewriter)
  }

  // MARK: - Both

  private mutating func model(
    kind: DatabaseFunctionModel.Kind,
    identifier: TokenSyntax,
    attributes: AttributeListSyntax,
    modifiers: DeclModifierListSyntax
  ) -> DatabaseFunctionModel {
    let typeModifier = modifiers.typeModifier
    let isInClass = lexicalContext.first?.is(ClassDeclSyntax.self) == true
    return DatabaseFunctionModel(
      kind: kind,
      identifier: identifier.text,
      name: name ?? "\"\(identifier.plainText)\"",
      isDeterministic: isDeterministic,
      access: modifiers.declaredAccess,
      typeModifier: typeModifier,
      isOfObject: isInClass && typeModifier.isEmpty,
      isTheSameEverywhere: lexicalContext.isEmpty || typeModifier == "static " && !isInClass,
      availability: attributes.availability
    )
  }

  private var name: String? {
    mutating get {
      guard let argument = attribute.argument(nil) else { return nil }
      let name = argument.expression.nonEmptyLiteral
      if name == nil { collector.add(ArgumentDiagnostic.emptyString, at: argument.expression) }
      return name
    }
  }

  private var isDeterministic: Bool {
    mutating get {
      guard let argument = attribute.argument("isDeterministic") else { return false }
      let value = argument.expression.booleanLiteral
      if value == nil { collector.add(ArgumentDiagnostic.notABoolean, at: argument.expression) }
      return value ?? false
    }
  }

  /// Reports an explicit `@MainActor`; only the compiler knows about isolation by default.
  private mutating func checkIsolation(
    _ diagnostic: DatabaseFunctionDiagnostic,
    attributes: AttributeListSyntax,
    modifiers: DeclModifierListSyntax,
    at name: TokenSyntax
  ) {
    guard attributes.attribute(named: "MainActor") != nil else { return }
    collector.add(diagnostic, at: name)
  }
}
