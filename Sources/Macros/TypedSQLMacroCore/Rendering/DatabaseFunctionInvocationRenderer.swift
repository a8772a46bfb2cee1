/// A renderer of the conversions between SQL and the arguments and result of a function.
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

  /// The arguments, one per line, each decoded where it is passed, so that no names can clash.
  private var arguments: Lines {
    Lines(function.parameters.map(decoding)).separatedByCommas
  }

  /// The arguments with their labels, which a tuple has and a call of a closure does not.
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
    let call = call(with: arguments).lines
    if let output = function.queryOutput {
      call.wrapped(
        in: "\(attempt(arguments))\(output.text)(queryOutput: ",
        and: ").queryBinding"
      )
    } else {
      call.wrapped(in: attempt(arguments), and: "")
      "return .null"
    }
  }

  /// Returns the call, with one line per argument if there are several.
  private func call(with arguments: Lines) -> Lines {
    guard arguments.lines.count > 1 else { return Lines(["self.body(\(arguments.text))"]) }
    return Lines {
      "self.body("
      arguments.indented
      ")"
    }
  }

  /// Returns `try` if decoding or the function may throw.
  private func attempt(_ arguments: Lines) -> String {
    let decodes = function.kind == .scalar && !arguments.lines.isEmpty
    return decodes || function.isThrowing || function.isOfObject ? "try " : ""
  }
}

extension [String] {
  /// Returns the lines with text before the first and after the last one.
  fileprivate func wrapped(in prefix: String, and suffix: String) -> [String] {
    var lines = self
    guard !lines.isEmpty else { return [] }
    lines[0] = prefix + lines[0]
    lines[lines.count - 1] += suffix
    return lines
  }
}
