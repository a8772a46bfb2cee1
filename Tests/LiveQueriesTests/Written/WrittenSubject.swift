import LiveSQL

/// A live query that is compared with its query run afresh.
protocol WrittenSubject: AnyObject {
  /// Waits for the first result.
  func load() async
  /// Runs the query in a snapshot, and returns in what the live result differs from it.
  func complaint(_ db: Database) -> String?
  /// Returns what is wrong with the copy of a follower, after ``complaint(_:)`` found nothing.
  func complaintOfFollower() -> String?
  /// Whether the query failed when it last ran afresh.
  var isFailing: Bool { get }
}

/// A property, and what it should show.
final class WrittenProperty<Property: FetchProperty>: WrittenSubject
where Property.Value: Hashable {
  typealias Value = Property.Value

  private let name: String
  private let property: Property
  private let truth: (Database) throws -> Value
  /// Whether equal values are the same in SQL; Swift considers more texts equal.
  private let isExact: Bool
  /// The form in which values are compared.
  private let lines: (Value) -> [String]
  /// Begins to follow, in a way of its own.
  private let follow: () -> FuzzFollower<Value>?
  private var follower: FuzzFollower<Value>?
  private(set) var isFailing = false
  /// Whether the query has failed since the follower began.
  private var hasFailed = false

  init(
    _ name: String,
    _ property: Property,
    isExact: Bool = false,
    lines: @escaping (Value) -> [String],
    follow: @escaping () -> FuzzFollower<Value>? = { nil },
    truth: @escaping (Database) throws -> Value
  ) {
    self.name = name
    self.property = property
    self.isExact = isExact
    self.lines = lines
    self.follow = follow
    self.truth = truth
    follower = follow()
  }

  /// A query without rows, or one that fails, is no reason to stop.
  func load() async { try? await property.load() }

  private var title: String { "\(name) (\(property.plan.map { "\($0)" } ?? "no plan"))" }

  func complaint(_ db: Database) -> String? {
    let fresh = Result { try truth(db) }
    switch fresh {
    case .failure(let error):
      (isFailing, hasFailed) = (true, true)
      return property.loadError == nil ? "\(title) has a result, and should fail: \(error)" : nil
    case .success(let fresh):
      isFailing = false
      if property.isLoading { return "\(title) is loading" }
      if let error = property.loadError { return "\(title) fails, and should not: \(error)" }
      return difference(property.fetched.value, fresh)
    }
  }

  private func difference(_ live: Value, _ fresh: Value) -> String? {
    if isExact, live == fresh { return nil }
    let (shown, expected) = (lines(live), lines(fresh))
    if shown.elementsEqual(expected, by: { $0.utf8.elementsEqual($1.utf8) }) { return nil }
    return "\(title):\n  live\n\(WrittenForm.list(shown))\n  fresh\n\(WrittenForm.list(expected))"
  }

  func complaintOfFollower() -> String? {
    guard !isFailing else { return nil }
    // A sequence ends after an error of its statement, and after nothing else.
    if hasFailed, follower?.hasFailed == true {
      hasFailed = false
      follower = follow()
    }
    return follower?.complaint(property.fetched.value).map { "\(title), \($0)" }
  }
}

/// The forms in which results are compared, line by line.
enum WrittenForm {
  /// Returns lines that are equal if the rows are.
  static func lines(_ rows: [Row], _ order: WrittenShape.Order) -> [String] {
    let lines = rows.map { row in
      zip(row.columnNames, row.values)
        .map { "\($0): \(text($1, isLoose: order == .loose))" }.joined(separator: ", ")
    }
    return order == .sequence ? lines : sorted(lines)
  }

  /// Returns lines in the order of their bytes.
  static func sorted(_ lines: [String]) -> [String] {
    lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns lines as a complaint shows them.
  static func list(_ lines: [String]) -> String {
    lines.prefix(60).map { "    " + $0 }.joined(separator: "\n")
  }

  /// Returns a value as text.
  ///
  /// - Parameter isLoose: Whether equal values of a collation, and equal numbers, have one text.
  private static func text(_ value: DatabaseValue, isLoose: Bool) -> String {
    switch value {
    // Zeros with either sign are the same value, also to the library.
    case .real(let number) where number == 0: isLoose ? "0" : "0.0"
    case .real(let number) where isLoose: Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text) where isLoose: loose(text)
    default: value.sqlLiteral
    }
  }

  private static func loose(_ text: String) -> String {
    let letters = text.unicodeScalars.map { $0.isASCII ? $0.properties.lowercaseMapping : "\($0)" }
    let end = letters.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return "'" + letters[..<end].joined() + "'"
  }
}
