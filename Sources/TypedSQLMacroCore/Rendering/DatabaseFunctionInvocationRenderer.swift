/// Renders how SQLite's arguments become those of the function, and its result becomes a value of SQL.
struct DatabaseFunctionInvocationRenderer {
  private static let decoder = "_ decoder: inout some TypedSQL.QueryDecoder"

  let function: DatabaseFunctionModel

  var lines: Lines {
    switch function.kind {
    case .scalar, .property:
      method("invoke(\(Self.decoder))", body: invocation(with: arguments))
    case .aggregate:
      Lines {
        Lines("public func step(\(Self.decoder)) throws -> \(function.elementType)") { element }
        method(
          "invoke(_ sequence: some Swift.Sequence<\(function.elementType)>)",
          body: invocation(with: Lines(["sequence"]))
        )
      }
    }
  }

  private func method(_ signature: String, body: Lines) -> Lines {
    Lines("public func \(signature) throws -> TypedSQL.QueryBinding") { body }
  }

  /// The arguments, one a line, each decoded where it is passed, so that no name can clash.
  private var arguments: Lines {
    Lines(function.parameters.map(decoding)).separatedByCommas
  }

  /// The arguments with their labels, which a tuple has and a call of a closure has not.
  private var labeledArguments: Lines {
    let lines = function.parameters.map { parameter in
      (parameter.label.map { $0 + ": " } ?? "") + decoding(parameter)
    }
    return Lines(lines).separatedByCommas
  }

  private func decoding(_ parameter: DatabaseFunctionModel.Parameter) -> String {
    let name = parameter.name.filter { $0 != "`" }
    let type = parameter.queryType.text
    return "decoder._argument(\(type).self, \"\(name)\", of: self.name)"
  }

  @LinesBuilder private var element: Lines {
    if function.parameters.count == 1 {
      "try \(arguments.text)"
    } else {
      "try ("
      labeledArguments.indented
      ")"
    }
  }

  @LinesBuilder private func invocation(with arguments: Lines) -> Lines {
    if let output = function.queryOutput {
      "\(attempt(arguments))\(output.text)("
      "  queryOutput: self.body("
      arguments.indented.indented
      "  )"
      ").queryBinding"
    } else {
      "\(attempt(arguments))self.body("
      arguments.indented
      ")"
      "return .null"
    }
  }

  /// `try`, where decoding or the function may throw.
  private func attempt(_ arguments: Lines) -> String {
    let decodes = function.kind == .scalar && !arguments.lines.isEmpty
    return decodes || function.isThrowing || function.isOfObject ? "try " : ""
  }
}
