extension SQLFunction {
  /// All facts about the function.
  package var declaration: Declaration {
    switch self {
    // MARK: Any values
    case .coalesce:
      Declaration("coalesce", .of(.text, .text), postgres: .custom(.coalesce), swift: "??")
    case .ifnull: Declaration("ifnull", .of(.text, .text), postgres: .renamed("coalesce"))
    case .nullif: Declaration("nullif", .of(.text, .text), postgres: .same)
    case .iif: Declaration("iif", .of(.boolean, .text, .text), postgres: .custom(.choice))
    case .likely: Declaration("likely", .of(.boolean), postgres: .custom(.firstArgument))
    case .unlikely: Declaration("unlikely", .of(.boolean), postgres: .custom(.firstArgument))
    case .likelihood:
      Declaration("likelihood", .of(.boolean, .probability), postgres: .custom(.firstArgument))
    case .quote: Declaration("quote", .of(.text), postgres: .template("quote_nullable($1)"))
    case .cast: Declaration("CAST", .of(.integer), as: .conversion, postgres: .custom(.conversion))

    // MARK: Texts and bytes
    case .length: Declaration("length", .of(.text), postgres: .same)
    case .octetLength:
      Declaration("octet_length", .of(.text), postgres: .same, since: SQLiteVersion(43))
    case .lower: Declaration("lower", .of(.text), postgres: .same)
    case .upper: Declaration("upper", .of(.text), postgres: .same)
    case .trim: Declaration("trim", .of(.text, .text), postgres: .renamed("btrim"))
    case .ltrim: Declaration("ltrim", .of(.text, .text), postgres: .same)
    case .rtrim: Declaration("rtrim", .of(.text, .text), postgres: .same)
    case .substr:
      Declaration("substr", .of(.text, .integer, .integer), postgres: .custom(.substring))
    case .replace: Declaration("replace", .of(.text, .text, .text), postgres: .same)
    case .instr: Declaration("instr", .of(.text, .text), postgres: .renamed("strpos"))
    case .unicode: Declaration("unicode", .of(.text), postgres: .template("nullif(ascii($1), 0)"))
    case .hex: Declaration("hex", .of(.bytes), postgres: .custom(.hexadecimal))
    case .unhex:
      Declaration(
        "unhex",
        .of(.text, .text),
        postgres: .custom(.bytesOfDigits),
        since: SQLiteVersion(41)
      )
    case .printf:
      unavailable(
        "printf",
        .of(.text, .text),
        "PostgreSQL has no printf: concatenate texts with '+' or 'concat', or call 'format' in SQL text."
      )
    case .format:
      unavailable(
        "format",
        .of(.text, .text),
        "PostgreSQL's format differs from SQLite's: concatenate texts with '+' or 'concat', or call it in SQL text.",
        since: SQLiteVersion(38)
      )
    case .randomblob:
      unavailable(
        "randomblob",
        .of(.integer),
        "PostgreSQL generates random bytes with 'gen_random_bytes' of its extension pgcrypto: call it in SQL text.",
        volatility: .volatile
      )
    case .zeroblob:
      Declaration(
        "zeroblob",
        .of(.integer),
        postgres: .template("decode(repeat('00', ($1)::integer), 'hex')")
      )
    case .swiftLowercased:
      Declaration(
        "swiftLowercased",
        .of(.text),
        postgres: .renamed("lower"),
        swift: "lowercased"
      )
    case .swiftUppercased:
      Declaration(
        "swiftUppercased",
        .of(.text),
        postgres: .renamed("upper"),
        swift: "uppercased"
      )
    case .swiftCapitalized: swiftText("swiftCapitalized", swift: "capitalized")
    case .swiftLocalizedLowercased:
      swiftText("swiftLocalizedLowercased", swift: "localizedLowercased")
    case .swiftLocalizedUppercased:
      swiftText("swiftLocalizedUppercased", swift: "localizedUppercased")
    case .swiftLocalizedCapitalized:
      swiftText("swiftLocalizedCapitalized", swift: "localizedCapitalized")

    // MARK: Numbers
    case .abs: Declaration("abs", .of(.real), postgres: .same)
    case .sign: Declaration("sign", .of(.real), postgres: .same)
    case .ceil: Declaration("ceil", .of(.real), postgres: .same)
    case .floor: Declaration("floor", .of(.real), postgres: .same)
    case .trunc: Declaration("trunc", .of(.real), postgres: .same)
    case .round: Declaration("round", .of(.real, .integer), postgres: .custom(.rounding))
    case .random:
      Declaration(
        "random",
        .none,
        // An integer of 64 bits.
        postgres: .template("((random() - 0.5) * 18446744073709551616.0)"),
        volatility: .volatile
      )
    case .pi: Declaration("pi", .none, postgres: .same)
    case .sqrt: calculation("sqrt", "CASE WHEN ($1) >= 0 THEN sqrt(($1)::double precision) END")
    case .exp: calculation("exp", "exp(($1)::double precision)")
    case .ln: calculation("ln", "CASE WHEN ($1) > 0 THEN ln(($1)::double precision) END")
    case .log: Declaration("log", .of(.real, .real), postgres: .custom(.logarithm))
    case .log2:
      calculation(
        "log2",
        "CASE WHEN ($1) > 0 THEN ln(($1)::double precision) / ln(2::double precision) END"
      )
    case .log10: calculation("log10", "CASE WHEN ($1) > 0 THEN log(($1)::double precision) END")
    case .sin: calculation("sin", "sin(($1)::double precision)")
    case .cos: calculation("cos", "cos(($1)::double precision)")
    case .tan: calculation("tan", "tan(($1)::double precision)")
    case .asin:
      calculation("asin", "CASE WHEN ($1) BETWEEN -1 AND 1 THEN asin(($1)::double precision) END")
    case .acos:
      calculation("acos", "CASE WHEN ($1) BETWEEN -1 AND 1 THEN acos(($1)::double precision) END")
    case .atan: calculation("atan", "atan(($1)::double precision)")
    case .atan2:
      Declaration(
        "atan2",
        .of(.real, .real),
        postgres: .template("atan2(($1)::double precision, ($2)::double precision)")
      )
    case .sinh: calculation("sinh", "sinh(($1)::double precision)")
    case .cosh: calculation("cosh", "cosh(($1)::double precision)")
    case .tanh: calculation("tanh", "tanh(($1)::double precision)")
    case .asinh: calculation("asinh", "asinh(($1)::double precision)")
    case .acosh: calculation("acosh", "CASE WHEN ($1) >= 1 THEN acosh(($1)::double precision) END")
    case .atanh:
      calculation("atanh", "CASE WHEN abs($1) < 1 THEN atanh(($1)::double precision) END")
    case .degrees: calculation("degrees", "degrees(($1)::double precision)")
    case .radians: calculation("radians", "radians(($1)::double precision)")
    case .pow:
      Declaration(
        "pow",
        .of(.real, .real),
        postgres: .template("power(($1)::double precision, ($2)::double precision)")
      )
    case .mod:
      Declaration(
        "mod",
        .of(.real, .real),
        postgres: .template("mod(($1)::numeric, nullif(($2)::numeric, 0))::double precision")
      )

    // MARK: Aggregates
    case .count: Declaration("count", .of(.text), as: .aggregate, postgres: .custom(.count))
    case .sum: Declaration("sum", .of(.integer), as: .aggregate, postgres: .custom(.sum))
    case .total: Declaration("total", .of(.real), as: .aggregate, postgres: .custom(.total))
    case .avg: Declaration("avg", .of(.real), as: .aggregate, postgres: .custom(.average))
    case .max:
      Declaration("max", .of(.integer), as: .aggregate, postgres: .custom(.extreme("greatest")))
    case .min:
      Declaration("min", .of(.integer), as: .aggregate, postgres: .custom(.extreme("least")))
    case .groupConcat:
      Declaration(
        "group_concat",
        .of(.text, .name),
        as: .aggregate,
        postgres: .custom(.joinedTexts)
      )

    // MARK: Windows
    case .rowNumber: Declaration("row_number", .none, as: .window, postgres: .same)
    case .rank: Declaration("rank", .none, as: .window, postgres: .same)
    case .denseRank: Declaration("dense_rank", .none, as: .window, postgres: .same)
    case .percentRank: Declaration("percent_rank", .none, as: .window, postgres: .same)
    case .cumeDist: Declaration("cume_dist", .none, as: .window, postgres: .same)
    case .ntile:
      Declaration("ntile", .of(.integer), as: .window, postgres: .template("ntile(($1)::integer)"))
    case .lag:
      Declaration("lag", .of(.integer, .integer), as: .window, postgres: .custom(.neighbour))
    case .lead:
      Declaration("lead", .of(.integer, .integer), as: .window, postgres: .custom(.neighbour))
    case .firstValue: Declaration("first_value", .of(.integer), as: .window, postgres: .same)
    case .lastValue: Declaration("last_value", .of(.integer), as: .window, postgres: .same)
    case .nthValue:
      Declaration(
        "nth_value",
        .of(.integer, .integer),
        as: .window,
        postgres: .template("nth_value($1, ($2)::integer)")
      )

    // MARK: Dates
    case .date: dateText("date", "YYYY-MM-DD", swift: "dateText")
    case .time: dateText("time", "HH24:MI:SS", swift: "timeText")
    case .datetime: dateText("datetime", "YYYY-MM-DD HH24:MI:SS", swift: "dateTime(_:_:)")
    case .julianday:
      Declaration(
        "julianday",
        .of(.date),
        postgres: .custom(.moment),
        volatility: .clock,
        swift: "julianDay(_:_:)"
      )
    case .unixepoch:
      Declaration(
        "unixepoch",
        .of(.date),
        postgres: .custom(.moment),
        since: SQLiteVersion(38),
        volatility: .clock,
        swift: "Date.UnixTimeRepresentation"
      )
    case .strftime:
      Declaration(
        "strftime",
        .of(.dateFormat, .date),
        postgres: .custom(.strftime),
        volatility: .clock
      )

    // MARK: JSON
    case .json: Declaration("json", .of(.document), postgres: .custom(.document))
    case .jsonQuote: Declaration("json_quote", .of(.text), postgres: .template("to_jsonb($1)"))
    case .jsonArrayLength:
      Declaration("json_array_length", .of(.document, .arrayPath), postgres: .custom(.arrayLength))
    case .jsonType:
      unavailable(
        "json_type",
        .of(.document),
        "PostgreSQL has other names for JSON types: use SQL text, such as 'jsonb_typeof(…)'."
      )
    case .jsonValid:
      unavailable(
        "json_valid",
        .of(.document),
        "PostgreSQL's 'jsonb' is always valid: remove the check.",
        swift: "jsonIsValid"
      )
    case .jsonErrorPosition:
      unavailable(
        "json_error_position",
        .of(.document),
        "PostgreSQL's 'jsonb' is always valid: remove the check.",
        since: SQLiteVersion(42)
      )
    case .jsonExtract:
      Declaration("json_extract", .of(.document, .path), postgres: .custom(.extraction))
    case .jsonArray:
      Declaration(
        "json_array",
        .of(.text, .text),
        postgres: .custom(.building("jsonb_build_array"))
      )
    case .jsonObject:
      Declaration(
        "json_object",
        .of(.name, .text),
        postgres: .custom(.building("jsonb_build_object"))
      )
    case .jsonGroupArray:
      Declaration("json_group_array", .of(.text), as: .aggregate, postgres: .custom(.groupArray))
    case .jsonGroupObject:
      unavailable("json_group_object", .of(.text, .text), as: .aggregate, Self.groupObject)
    case .jsonEach: unavailable("json_each", .of(.document), as: .rows, Self.each)
    case .jsonSet: change("json_set", .set)
    case .jsonInsert: change("json_insert", .insert)
    case .jsonReplace: change("json_replace", .replace)
    case .jsonArrayInsert: change("json_array_insert", .arrayInsert, since: SQLiteVersion(53))
    case .jsonRemove: Declaration("json_remove", .of(.document, .path), postgres: .custom(.removal))
    case .jsonPatch: unavailable("json_patch", .of(.document, .document), Self.patch)

    // MARK: JSON in SQLite's binary form
    case .jsonb: binary("jsonb", .of(.document), .document)
    case .jsonbExtract: binary("jsonb_extract", .of(.document, .path), .extraction)
    case .jsonbArray: binary("jsonb_array", .of(.text, .text), .building("jsonb_build_array"))
    case .jsonbObject: binary("jsonb_object", .of(.name, .text), .building("jsonb_build_object"))
    case .jsonbGroupArray: binary("jsonb_group_array", .of(.text), as: .aggregate, .groupArray)
    case .jsonbGroupObject:
      unavailable(
        "jsonb_group_object",
        .of(.text, .text),
        as: .aggregate,
        Self.groupObject,
        since: .binaryJSON
      )
    case .jsonbEach:
      unavailable("jsonb_each", .of(.document), as: .rows, Self.each, since: SQLiteVersion(51))
    case .jsonbSet: change("jsonb_set", .set, since: .binaryJSON)
    case .jsonbInsert: change("jsonb_insert", .insert, since: .binaryJSON)
    case .jsonbReplace: change("jsonb_replace", .replace, since: .binaryJSON)
    case .jsonbArrayInsert: change("jsonb_array_insert", .arrayInsert, since: SQLiteVersion(53))
    case .jsonbRemove: binary("jsonb_remove", .of(.document, .path), .removal)
    case .jsonbPatch:
      unavailable("jsonb_patch", .of(.document, .document), Self.patch, since: .binaryJSON)

    // MARK: Full-text search
    case .bm25:
      unavailable(
        "bm25",
        .none,
        as: .fullText,
        "PostgreSQL has no FTS5: rank with 'textSearchVector(…).rank(…)' of LiveSQLPostgres."
      )
    case .highlight:
      unavailable(
        "highlight",
        .none,
        as: .fullText,
        "PostgreSQL has no FTS5: highlight with 'textSearchHeadline(…)' of LiveSQLPostgres."
      )
    case .snippet:
      unavailable(
        "snippet",
        .none,
        as: .fullText,
        "PostgreSQL has no FTS5: shorten with 'textSearchHeadline(…)' of LiveSQLPostgres."
      )
    }
  }

  private func unavailable(
    _ name: StaticString,
    _ parameters: Parameters,
    as usage: Usage = .scalar,
    _ advice: StaticString,
    since: SQLiteVersion = .oldest,
    volatility: Volatility = .immutable,
    swift: StaticString? = nil
  ) -> Declaration {
    Declaration(
      name,
      parameters,
      as: usage,
      postgres: .unavailable(advice),
      since: since,
      volatility: volatility,
      swift: swift
    )
  }

  private func swiftText(_ name: StaticString, swift: StaticString) -> Declaration {
    unavailable(
      name,
      .of(.text),
      """
      PostgreSQL does not have Swift's text functions: use 'lowercased' or 'uppercased', or change the text \
      in the program.
      """,
      swift: swift
    )
  }

  private func calculation(_ name: StaticString, _ template: StaticString) -> Declaration {
    Declaration(name, .of(.real), postgres: .template(template))
  }

  private func dateText(_ name: StaticString, _ format: StaticString, swift: StaticString)
    -> Declaration
  {
    Declaration(
      name,
      .of(.date),
      postgres: .custom(.formattedMoment(format)),
      volatility: .clock,
      swift: swift
    )
  }

  private func change(
    _ name: StaticString,
    _ change: PostgresRule.Change,
    since: SQLiteVersion = .oldest
  ) -> Declaration {
    let place = change == .arrayInsert ? Parameter.elementPath : .path
    return Declaration(
      name,
      .of(.document, place, .text),
      postgres: .custom(.change(change)),
      since: since
    )
  }

  private func binary(
    _ name: StaticString,
    _ parameters: Parameters,
    as usage: Usage = .scalar,
    _ rule: PostgresRule
  ) -> Declaration {
    Declaration(name, parameters, as: usage, postgres: .custom(rule), since: .binaryJSON)
  }

  private static var each: StaticString {
    "PostgreSQL has no json_each: expand a document with SQL text, such as 'jsonb_array_elements(…)'."
  }

  private static var patch: StaticString {
    "PostgreSQL has no json_patch: set members with 'jsonSet', or merge documents with SQL text: '||'."
  }

  private static var groupObject: StaticString {
    "PostgreSQL aggregates members with SQL text: 'jsonb_object_agg(…)'."
  }
}

extension SQLiteVersion {
  /// The first version with functions for JSON in binary form.
  fileprivate static let binaryJSON = SQLiteVersion(45)
}
