// SQLite calculates with floating-point numbers, and a calculation without an answer is NULL.

extension PostgresWriter {
  static let mathematics: [String: Writing] = [
    "round": { writer, call in
      // Halves are rounded away from zero, as `numeric` does and `double precision` does not.
      writer.write(call) { arguments in
        arguments.count > 1
          ? "round((\(arguments[0]))::numeric, greatest((\(arguments[1]))::integer, 0))::double precision"
          : "round((\(arguments[0]))::numeric)::double precision"
      }
    },
    "sqrt": { $0.calculate($1, "sqrt", where: ">= 0") },
    "ln": { $0.calculate($1, "ln", where: "> 0") },
    "log10": { $0.calculate($1, "log", where: "> 0") },
    "log2": {
      $0.write($1) {
        "CASE WHEN (\($0[0])) > 0 THEN ln((\($0[0]))::double precision) / ln(2::double precision) END"
      }
    },
    "log": {
      $0.write($1) { arguments in
        guard arguments.count > 1 else { return "log(\(arguments[0]))" }
        let (base, value) = (arguments[0], arguments[1])
        return """
          CASE WHEN (\(value)) > 0 AND (\(base)) > 0 AND (\(base)) <> 1 \
          THEN ln((\(value))::double precision) / ln((\(base))::double precision) END
          """
      }
    },
    "asin": { $0.calculate($1, "asin", where: "BETWEEN -1 AND 1") },
    "acos": { $0.calculate($1, "acos", where: "BETWEEN -1 AND 1") },
    "acosh": { $0.calculate($1, "acosh", where: ">= 1") },
    "atanh": {
      $0.write($1) { "CASE WHEN abs(\($0[0])) < 1 THEN atanh((\($0[0]))::double precision) END" }
    },
    "exp": { $0.calculate($1, "exp") }, "sin": { $0.calculate($1, "sin") },
    "cos": { $0.calculate($1, "cos") }, "tan": { $0.calculate($1, "tan") },
    "atan": { $0.calculate($1, "atan") }, "sinh": { $0.calculate($1, "sinh") },
    "cosh": { $0.calculate($1, "cosh") }, "tanh": { $0.calculate($1, "tanh") },
    "asinh": { $0.calculate($1, "asinh") }, "degrees": { $0.calculate($1, "degrees") },
    "radians": { $0.calculate($1, "radians") },
    "pow": {
      $0.write($1) { "power((\($0[0]))::double precision, (\($0[1]))::double precision)" }
    },
    "mod": {
      $0.write($1) { "mod((\($0[0]))::numeric, nullif((\($0[1]))::numeric, 0))::double precision" }
    },
    "atan2": {
      $0.write($1) { "atan2((\($0[0]))::double precision, (\($0[1]))::double precision)" }
    },
    // An integer of 64 bits.
    "random": { writer, _ in writer.append("((random() - 0.5) * 18446744073709551616.0)") },
  ]

  private mutating func calculate(
    _ call: PostgresCall,
    _ name: String,
    where condition: String? = nil
  ) {
    write(call) { arguments in
      let result = "\(name)((\(arguments[0]))::double precision)"
      return condition.map { "CASE WHEN (\(arguments[0])) \($0) THEN \(result) END" } ?? result
    }
  }
}
