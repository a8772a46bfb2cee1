// SQLite calculates with floating-point numbers, and a calculation without an answer is NULL.

extension PostgresWriter {
  /// Writes a rounded number; halves are rounded away from zero, as `numeric` does and
  /// `double precision` does not.
  mutating func writeRounded(_ call: PostgresCall) {
    write(call) { arguments in
      arguments.count > 1
        ? "round((\(arguments[0]))::numeric, greatest((\(arguments[1]))::integer, 0))::double precision"
        : "round((\(arguments[0]))::numeric)::double precision"
    }
  }

  mutating func writeLogarithm(_ call: PostgresCall) {
    write(call) { arguments in
      guard arguments.count > 1 else { return "log(\(arguments[0]))" }
      let (base, value) = (arguments[0], arguments[1])
      return """
        CASE WHEN (\(value)) > 0 AND (\(base)) > 0 AND (\(base)) <> 1 \
        THEN ln((\(value))::double precision) / ln((\(base))::double precision) END
        """
    }
  }
}
