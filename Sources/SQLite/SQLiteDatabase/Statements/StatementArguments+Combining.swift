public import DatabaseTypes

extension StatementArguments {
  /// Creates named arguments of convertible types: `StatementArguments(["name": "Home", "id": 7])`.
  public init(_ namedArguments: [String: (any DatabaseValueConvertible)?]) {
    self.init(namedArguments.map { ($0.key, $0.value) })
  }

  /// Creates positional arguments from a sequence of one type: `StatementArguments(Set(ids))`.
  @_disfavoredOverload
  public init<Values: Sequence>(_ arguments: Values)
  where Values.Element: DatabaseValueConvertible {
    self.init()
    for argument in arguments { append(argument) }
  }

  /// The reason why the arguments cannot be bound to any statement; `nil` if they can.
  package var problem: String? {
    switch storage {
    case .failed(let failure): "An argument cannot be stored: \(failure)."
    case .unusable(let reason): reason
    case .none, .one, .positional, .named: nil
    }
  }
}

extension StatementArguments {
  /// Appends positional arguments, or adds named ones.
  ///
  /// ```swift
  /// var arguments: StatementArguments = ["Home"]
  /// arguments += [7]
  /// ```
  ///
  /// If both contain the same name, or if named and positional arguments are mixed, running a
  /// statement with them throws.
  public static func + (lhs: Self, rhs: Self) -> Self {
    combined(lhs, rhs) { names in
      "There are two arguments for the parameter \(names.min() ?? ""). `&+` uses the later one."
    }
  }

  /// Appends positional arguments, or adds named ones, like `+`.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Appends positional arguments, or adds named ones; the right one wins for duplicate names.
  ///
  /// If named and positional arguments are mixed, running a statement with them throws.
  public static func &+ (lhs: Self, rhs: Self) -> Self { combined(lhs, rhs) { _ in nil } }

  /// Combines arguments.
  ///
  /// - Parameter objection: Returns the problem with names that both contain, if any.
  private static func combined(
    _ lhs: Self,
    _ rhs: Self,
    objection: (Set<String>) -> String?
  ) -> Self {
    if lhs.problem != nil || rhs.isNone { return lhs }
    if rhs.problem != nil || lhs.isNone { return rhs }
    let names = Set(lhs.namedValues.keys).intersection(rhs.namedValues.keys)
    if !names.isEmpty, let reason = objection(names) { return Self(unusable: reason) }
    switch (lhs.namedValues.isEmpty, rhs.namedValues.isEmpty) {
    case (true, true): return Self(values: lhs.values + rhs.values)
    case (false, false):
      return Self(namedValues: lhs.namedValues.merging(rhs.namedValues) { $1 })
    default:
      return Self(
        unusable:
          "Some arguments are by name and others by position. Pass all of them in the same way."
      )
    }
  }

  private var isNone: Bool { storage == .none }

  private init(unusable reason: String) {
    self.init()
    storage = .unusable(reason)
  }
}

/// Returns question marks for a list in SQL: `?,?,?`.
///
/// ```swift
/// let marks = databaseQuestionMarks(count: ids.count)
/// let sql = "SELECT * FROM item WHERE id IN (\(marks))"
/// try Row.fetchAll(db, sql: sql, arguments: StatementArguments(ids))
/// ```
///
/// - Parameter count: The number of question marks; none if it is not positive.
public func databaseQuestionMarks(count: Int) -> String {
  repeatElement("?", count: max(0, count)).joined(separator: ",")
}
