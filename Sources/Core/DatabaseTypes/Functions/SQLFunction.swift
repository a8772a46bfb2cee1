/// A function of SQLite that the library calls in statements that it writes.
///
/// Each one is declared once, in ``declaration``: its name, the kinds of its arguments, the SQL
/// that PostgreSQL has for it, the SQLite version it needs, and whether its result may change on
/// its own. A call in a fragment carries the function's number, so that other code does not have to
/// recognize it by its text.
///
/// The numbers are bytes from 128, so that they differ from marks and text.
package enum SQLFunction: UInt8, CaseIterable, Sendable {
  // MARK: Any values
  case coalesce = 0x80
  case ifnull, nullif, iif, likely, unlikely, likelihood, quote, cast

  // MARK: Texts and bytes
  case length, octetLength, lower, upper, trim, ltrim, rtrim, substr, replace, instr, unicode
  case hex, unhex, printf, format, randomblob, zeroblob
  case swiftLowercased, swiftUppercased, swiftCapitalized
  case swiftLocalizedLowercased, swiftLocalizedUppercased, swiftLocalizedCapitalized

  // MARK: Numbers
  case abs, sign, ceil, floor, trunc, round, random, pi, sqrt, exp, ln, log, log2, log10
  case sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh
  case degrees, radians, pow, mod

  // MARK: Aggregates
  case count, sum, total, avg, max, min, groupConcat

  // MARK: Windows
  case rowNumber, rank, denseRank, percentRank, cumeDist, ntile, lag, lead
  case firstValue, lastValue, nthValue

  // MARK: Dates
  case date, time, datetime, julianday, unixepoch, strftime

  // MARK: JSON
  case json, jsonQuote, jsonArrayLength, jsonType, jsonValid, jsonErrorPosition
  case jsonExtract, jsonArray, jsonObject, jsonGroupArray, jsonGroupObject, jsonEach
  case jsonSet, jsonInsert, jsonReplace, jsonRemove, jsonPatch, jsonArrayInsert
  case jsonb, jsonbExtract, jsonbArray, jsonbObject, jsonbGroupArray, jsonbGroupObject, jsonbEach
  case jsonbSet, jsonbInsert, jsonbReplace, jsonbRemove, jsonbPatch, jsonbArrayInsert

  // MARK: Full-text search
  case bm25, highlight, snippet

  /// The name in SQLite.
  package var name: StaticString { declaration.name }
}

extension SQLFunction {
  /// A declaration of a function: all facts about it that depend on its name.
  package struct Declaration: Sendable {
    /// The name in SQLite.
    package let name: StaticString
    /// The place where a statement calls it.
    package let usage: Usage
    /// The kinds of its arguments in a typical call.
    package let parameters: Parameters
    /// The SQL that PostgreSQL has for it.
    package let postgres: PostgresForm
    /// The first SQLite version that has it.
    package let since: SQLiteVersion
    /// Whether its result may change although its arguments do not.
    package let volatility: Volatility
    /// The API that calls it, if that is not a method of the name in camel case.
    package let swift: StaticString?

    init(
      _ name: StaticString,
      _ parameters: Parameters,
      as usage: Usage = .scalar,
      postgres: PostgresForm,
      since: SQLiteVersion = .oldest,
      volatility: Volatility = .immutable,
      swift: StaticString? = nil
    ) {
      self.name = name
      self.usage = usage
      self.parameters = parameters
      self.postgres = postgres
      self.since = since
      self.volatility = volatility
      self.swift = swift
    }
  }

  /// The place where a statement calls a function.
  package enum Usage: Sendable {
    /// Anywhere: `lower(a)`.
    case scalar
    /// Anywhere, with a type after the argument: `CAST(a AS TEXT)`.
    case conversion
    /// For the rows of a group: `sum(a)`.
    case aggregate
    /// For the rows of a window: `rank() OVER (ORDER BY a)`.
    case window
    /// In `FROM`: `json_each(a)`.
    case rows
    /// In a full-text search.
    case fullText
  }

  /// The kind of an argument.
  package enum Parameter: Sendable {
    case text, integer, real, boolean, bytes, date, document
    /// A path in a document, as a literal.
    case path
    /// A path to an array, or to an element of one, as a literal.
    case arrayPath, elementPath
    /// A name or a format, as a literal.
    case name, dateFormat
    /// A number from 0 to 1, as a literal.
    case probability
  }

  /// The kinds of the arguments in a typical call.
  package struct Parameters: Sendable {
    private let first, second, third: Parameter?

    /// The kinds, in order.
    package var all: [Parameter] { [first, second, third].compactMap(\.self) }

    static let none = Parameters(nil)

    static func of(
      _ first: Parameter,
      _ second: Parameter? = nil,
      _ third: Parameter? = nil
    ) -> Self { Self(first, second, third) }

    private init(_ first: Parameter?, _ second: Parameter? = nil, _ third: Parameter? = nil) {
      (self.first, self.second, self.third) = (first, second, third)
    }
  }

  /// The circumstances under which a result changes although the arguments do not.
  package enum Volatility: Sendable {
    /// It never changes.
    case immutable
    /// It changes with the time, if the arguments name the current one or none.
    case clock
    /// It changes with each call.
    case volatile
  }

  /// Returns the names of the functions of a volatility.
  package static func names(_ volatility: Volatility) -> Set<String> {
    Set(
      allCases.map(\.declaration).filter { $0.volatility == volatility }.map { "\($0.name)" }
    )
  }

  /// Returns the first SQLite version that has a function, if it is one of the library's and older
  /// versions do not have it.
  package static func firstVersion(of name: String) -> SQLiteVersion? {
    allCases.lazy.map(\.declaration).first { "\($0.name)" == name && $0.since != .oldest }?.since
  }
}
