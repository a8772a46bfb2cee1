public import DatabaseTypes

extension StatementArguments {
  /// Arguments by name, of any convertible types: `StatementArguments(["name": "Home", "id": 7])`.
  public init(_ namedArguments: [String: (any DatabaseValueConvertible)?]) {
    self.init(namedArguments.map { ($0.key, $0.value) })
  }

  /// Arguments by position, of a sequence of one type: `StatementArguments(Set(ids))`.
  @_disfavoredOverload
  public init<Values: Sequence>(_ arguments: Values)
  where Values.Element: DatabaseValueConvertible {
    self.init()
    for argument in arguments { append(argument) }
  }

  /// Why the arguments cannot be bound, whatever the statement is; `nil` where they can.
  var problem: String? {
    switch storage {
    case .failed(let failure): "An argument cannot be stored: \(failure)."
    case .unusable(let reason): reason
    case .none, .one, .positional, .named: nil
    }
  }
}

extension StatementArguments {
  /// Arguments by position after others, or by name beside others.
  ///
  /// ```swift
  /// var arguments: StatementArguments = ["Home"]
  /// arguments += [7]
  /// ```
  ///
  /// A name that both have, and names beside positions, are an error of the statement that is run with them.
  public static func + (lhs: Self, rhs: Self) -> Self {
    combined(lhs, rhs) { names in
      "There are two arguments for the parameter \(names.min() ?? ""). `&+` takes the later one."
    }
  }

  /// Adds arguments by position after others, or by name beside others, as `+` does.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Arguments by position after others, or by name beside others: of two for one name the right one counts.
  ///
  /// Names beside positions are an error of the statement that is run with them.
  public static func &+ (lhs: Self, rhs: Self) -> Self { combined(lhs, rhs) { _ in nil } }

  /// - Parameter objection: What is wrong with names that both have.
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
        unusable: "Some arguments are by name and others by position. Give all of them in one way."
      )
    }
  }

  private var isNone: Bool { storage == .none }

  private init(unusable reason: String) {
    self.init()
    storage = .unusable(reason)
  }
}

/// Question marks for a list in SQL: `?,?,?`.
///
/// ```swift
/// let marks = databaseQuestionMarks(count: ids.count)
/// try Row.fetchAll(db, sql: "SELECT * FROM item WHERE id IN (\(marks))", arguments: StatementArguments(ids))
/// ```
///
/// - Parameter count: How many; none where it is not positive.
public func databaseQuestionMarks(count: Int) -> String {
  repeatElement("?", count: max(0, count)).joined(separator: ",")
}
