extension LivePlan {
  /// A reason why a whole query runs again.
  ///
  /// Two reasons are equal if their kinds are, whatever parts of statements they name:
  ///
  /// ```swift
  /// if $rooms.plan == .rerun(.subquery) { … }
  /// ```
  public struct Reason: Sendable {
    /// The kind of the reason.
    public let kind: Kind
    /// The part of the statement that prevents another plan, such as a subquery or a term.
    ///
    /// It has `?` in place of values. `nil` stands for the whole statement, or for its rows.
    public private(set) var part: String?
    /// What to write instead; `nil` if nothing is known that helps.
    public private(set) var advice: String?

    private init(_ kind: Kind) {
      self.kind = kind
      advice = kind.advice
    }
  }
}

extension LivePlan.Reason {
  /// The kind of a reason.
  public enum Kind: Sendable, Hashable {
    /// It is SQL text that is not a plain `SELECT` from tables.
    case text
    /// A closure reads it, and how the closure uses the rows is not known.
    case closure
    /// It fetches rows of an association that depend on more than the columns that link them.
    case association(String)
    /// It is known to have no rows.
    case noRows
    /// It leaves out duplicate rows that its columns cannot identify.
    case distinct
    /// A part of its SQL text could not be parsed: it has unclosed parentheses or a clause.
    case unknownText
    /// It has a limit but no order, and SQLite does not read its rows in the order of their keys.
    case unorderedLimit
    /// It reads a subquery, a view or a `WITH` that cannot be expanded.
    case subquery
    /// It has window functions that do not all partition its rows alike.
    case window
    /// It uses the time or a random number, so it changes without a write.
    case volatile(String)
    /// It reads rows of something that is not a table with a key.
    case noKey(String)
    /// It calls a function that may read any table.
    case anyTable(String)
    /// It combines the rows of an outer join in a way that is not patched.
    case outerJoin
    /// Its order cannot be determined.
    case unknownOrder
    /// Its groups are compared by a collation.
    case groupCollation(String)
    /// Its limit is not a number, or is that of an aggregate.
    case unknownLimit
    /// Two of its rows have the same key.
    case repeatedKey
    /// A row beyond its limit, which a plan would keep in reserve, cannot be decoded.
    case undecodableRow
    /// A row or a value that a plan reads beyond the statement fails to be evaluated.
    case failingRow
    /// It has as many columns as the database returns at most, so that a plan cannot read its key
    /// beside them.
    case manyColumns
    /// A subquery or a join links, or compares, many more rows than its tables have.
    case manyLinks
    /// The database does not report changes, for a reason, so the query runs again at intervals.
    case polled(every: Duration, since: String)
  }

  /// It is SQL text that is not a plain `SELECT` from tables.
  public static let text = Self(.text)
  /// A closure reads it, and how the closure uses the rows is not known.
  public static let closure = Self(.closure)
  /// It fetches rows of an association that depend on more than the columns that link them.
  public static func association(_ key: String) -> Self { Self(.association(key)) }
  /// It is known to have no rows.
  public static let noRows = Self(.noRows)
  /// It leaves out duplicate rows that its columns cannot identify.
  public static let distinct = Self(.distinct)
  /// A part of its SQL text could not be parsed: it has unclosed parentheses or a clause.
  public static let unknownText = Self(.unknownText)
  /// It has a limit but no order, and SQLite does not read its rows in the order of their keys.
  public static let unorderedLimit = Self(.unorderedLimit)
  /// It reads a subquery, a view or a `WITH` that cannot be expanded.
  public static let subquery = Self(.subquery)
  /// It has window functions that do not all partition its rows alike.
  public static let window = Self(.window)
  /// It uses the time or a random number, so it changes without a write.
  public static func volatile(_ what: String) -> Self { Self(.volatile(what)) }
  /// It reads rows of something that is not a table with a key.
  public static func noKey(_ table: String) -> Self { Self(.noKey(table)) }
  /// It calls a function that may read any table.
  public static func anyTable(_ function: String) -> Self { Self(.anyTable(function)) }
  /// It combines the rows of an outer join in a way that is not patched.
  public static let outerJoin = Self(.outerJoin)
  /// Its order cannot be determined.
  public static let unknownOrder = Self(.unknownOrder)
  /// Its groups are compared by a collation.
  public static func groupCollation(_ name: String) -> Self { Self(.groupCollation(name)) }
  /// Its limit is not a number, or is that of an aggregate.
  public static let unknownLimit = Self(.unknownLimit)
  /// Two of its rows have the same key.
  public static let repeatedKey = Self(.repeatedKey)
  /// A row beyond its limit, which a plan would keep in reserve, cannot be decoded.
  public static let undecodableRow = Self(.undecodableRow)
  /// A row or a value that a plan reads beyond the statement fails to be evaluated.
  public static let failingRow = Self(.failingRow)
  /// It has as many columns as the database returns at most, so that a plan cannot read its key
  /// beside them.
  public static let manyColumns = Self(.manyColumns)
  /// A subquery or a join links, or compares, many more rows than its tables have.
  public static let manyLinks = Self(.manyLinks)
  /// The database does not report changes, for a reason, so the query runs again at intervals.
  public static func polled(every interval: Duration, since reason: String) -> Self {
    Self(.polled(every: interval, since: reason))
  }

  /// Returns the same reason, with the part of the statement and what to write instead of it.
  ///
  /// - Parameters:
  ///   - part: The part, with `?` in place of values; `nil` for the whole statement.
  ///   - advice: What to write instead; by default, what helps in most cases.
  package func at(_ part: String?, instead advice: String? = nil) -> Self {
    var reason = self
    reason.part = part
    if let advice { reason.advice = advice }
    return reason
  }
}

extension LivePlan.Reason: Hashable {
  /// Returns whether the reasons are of the same kind.
  public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension LivePlan.Reason: CustomStringConvertible {
  /// The reason as the rest of a sentence, with the part and the advice, if there are any.
  public var description: String {
    kind.description + (part.map { ": \($0)" } ?? "") + (advice.map { "; \($0)" } ?? "")
  }
}

extension LivePlan.Reason.Kind: CustomStringConvertible {
  /// The kind of reason, as the rest of a sentence.
  public var description: String {
    switch self {
    case .text: "its SQL text is not a plain SELECT from tables"
    case .closure: "a closure reads it, and how the closure uses the rows is not known"
    case .association(let key):
      "the rows of \(key) that belong to a row depend on more than column values"
    case .noRows: "it is known to have no rows"
    case .distinct: "DISTINCT removes rows that its columns cannot identify"
    case .unknownText: "a part of its SQL text could not be parsed"
    case .unorderedLimit: "it has a LIMIT without an ORDER BY, and is not read by its keys"
    case .subquery: "it reads a subquery, a view or a WITH that cannot be expanded"
    case .window:
      "it has a window function over all rows, or window functions with different partitions"
    case .volatile(let what): "\(what) changes without a write"
    case .noKey(let table): "the rows of \(table) have no key that identifies them"
    case .anyTable(let function): "the function \(function) may read any table"
    case .outerJoin: "it combines the rows of an outer join in a way that is not patched"
    case .unknownOrder: "its order is not known"
    case .groupCollation(let name): "its groups are compared by the collation \(name)"
    case .unknownLimit: "its LIMIT or OFFSET is not a number, or limits an aggregate"
    case .repeatedKey: "two of its rows have the same key"
    case .undecodableRow: "a row beyond its LIMIT cannot be decoded"
    case .failingRow: "a row that it does not show fails to be evaluated"
    case .manyColumns: "it has so many columns that none is left in which a key could be read"
    case .manyLinks: "a subquery or a join links or compares many more rows than its tables have"
    case .polled(let interval, let reason):
      "the database is polled every \(interval.inMilliseconds) ms, because \(reason)"
    }
  }

  /// What to write instead in most cases.
  fileprivate var advice: String? {
    switch self {
    case .text:
      "write one SELECT, or several combined by UNION, without VALUES, WINDOW or a recursive WITH"
    case .closure: "fetch the rows by a statement, with @FetchAll or @FetchOne"
    case .association(let key): "fetch \(key) by a query of their own"
    case .unorderedLimit: "add an ORDER BY"
    case .window: "give all window functions one PARTITION BY, on one table"
    case .outerJoin:
      "write a LEFT JOIN, and a UNION ALL of the other table's rows without a partner"
    case .groupCollation:
      "group by a key, or by a column with the collation BINARY, NOCASE or RTRIM"
    case .unknownLimit: "bind an integer, or leave the LIMIT of an aggregate out"
    case .undecodableRow: "leave such rows out in WHERE, or make the property optional"
    case .failingRow:
      "guard what fails, as in CASE WHEN json_valid(x) THEN json_extract(x, '$.a') END"
    case .manyColumns: "select fewer columns"
    case .anyTable: "declare it IMMUTABLE if it reads none"
    case .manyLinks: "compare with =, not with <"
    case .noRows, .distinct, .unknownText, .subquery, .volatile, .noKey, .unknownOrder,
      .repeatedKey,
      .polled:
      nil
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  fileprivate var inMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
