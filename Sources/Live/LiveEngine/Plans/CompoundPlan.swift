import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

/// The plan for a compound statement: `UNION`, `UNION ALL`, `EXCEPT`, `INTERSECT`.
///
/// The number of times that each arm has a row determines how often the result has it.
///
/// Memory: for each row of the arms, its key and the number of its values in a dictionary; for each
/// distinct row, its values.
struct CompoundPlan<Element: Sendable, Snapshot: LiveSnapshot>: WholeReadingPlan {
  private struct Arm: Sendable {
    var rows: SelectRows<Snapshot>
    /// The number of the values of each row.
    var numbers: [CompositeKey: Int32] = [:]
  }

  private let analyzed: AnalyzedSelect
  private let all: any RowStatement<Element, Snapshot>
  private let one: any RowStatement<Element, Snapshot>
  /// The number of values before a row's columns.
  private let leadCount: Int
  /// The index of the value of each term of the order.
  private let sortColumns: [Int]
  private var arms: [Arm]
  private var values: CountedValues
  var materialized: MaterializedRows<CompositeKey, Element>
  var cost = PlanCost()

  init(
    _ analyzed: AnalyzedSelect,
    _ compound: SelectPlan.Compound,
    _ select: DecodableSelect<Element, Snapshot>
  ) {
    self.analyzed = analyzed
    let (parts, names) = (analyzed.parts, compound.columnNames)
    let first: QueryFragment? = analyzed.hasWindow ? "\(QueryBinding.parameter(1))" : nil
    all = select.statement(
      PlanQuery(
        .allRows,
        parts.query(hidden: analyzed.hidden, order: analyzed.writtenOrder, limit: first),
        parameterCount: analyzed.hasWindow ? 1 : 0,
        keyCount: analyzed.keys.count,
        sortCount: analyzed.order.count
      )
    )
    let row = names.enumerated().map { index, name -> QueryFragment in
      let value: QueryFragment = "\(QueryBinding.parameter(index + 1))"
      let types = compound.columnTypes
      return "\(types.isEmpty ? value : "CAST(\(value) AS \(types[index]))") AS \(quote: name)"
    }
    one = select.statement(
      PlanQuery(.rowsOfKey, "SELECT \(row.joined(separator: ", "))", parameterCount: names.count)
    )
    let columns = analyzed.keys.map(\.expression)
    sortColumns = analyzed.order.map { columns.firstIndex(of: $0.expression) ?? 0 }
    let leadCount = columns.count - 1 - names.count
    // `UNION ALL` shows each row of its arms.
    arms = compound.arms.map {
      Arm(rows: SelectRows($0.select, values: $0.values, areShown: leadCount > 0))
    }
    self.leadCount = leadCount
    values = CountedValues(compound.arms.map(\.operator), columnCount: columns.count - 1)
    materialized = MaterializedRows(analyzed, isSame: select.isSame)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] { try readResult(db) }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let began = ContinuousClock.now
    guard let touched = try touchedValues(changes, db) else { return try rerun(elements, db) }
    if touched.isEmpty { return .unchanged }
    defer { cost.didPatch(keys: touched.count, since: began) }
    return try patch(elements, touched, db) ?? rerun(elements, db)
  }

  /// Updates the counts by what commits changed.
  ///
  /// - Returns: The previous multiplicity of each touched row; `nil` if any row may have been
  ///   touched.
  private mutating func touchedValues(_ changes: ChangeSet, _ db: Snapshot) throws -> [Int32: Int]?
  {
    let cost = cost
    var touched: [Int32: Int] = [:]
    for index in arms.indices {
      let prefersRerun = { (count: Int) in cost.prefersRerun(forKeys: count) }
      switch try arms[index].rows.change(by: changes, db, unless: prefersRerun) {
      case .none: continue
      case .any: return nil
      case .some(let known, let found):
        for key in known {
          guard let number = arms[index].numbers.removeValue(forKey: key) else { continue }
          touched[number] = touched[number] ?? values.multiplicity(of: number)
          values.count(number, -1, in: index)
        }
        for row in found {
          let number = try values.number(of: row.values)
          touched[number] = touched[number] ?? values.multiplicity(of: number)
          values.count(number, 1, in: index)
          arms[index].numbers[row.key] = number
        }
      }
    }
    return touched
  }

  private mutating func patch(_ elements: [Element], _ touched: [Int32: Int], _ db: Snapshot) throws
    -> ResultChange<[Element]>?
  {
    var keys: [CompositeKey] = []
    var found: [PlacedRow<CompositeKey, Element>] = []
    for (number, old) in touched {
      let (row, new) = (values[number], values.multiplicity(of: number))
      keys += (min(old, new)..<max(old, new)).map { row.copy($0) }
      if new > old {
        let element = try element(row, db)
        let sorts = sortColumns.map { row.values[$0] }
        found += (old..<new).map { PlacedRow(key: row.copy($0), sorts: sorts, element: element) }
      }
      values.forgetIfUnused(number)
    }
    if keys.isEmpty { return .unchanged }
    let change = try materialized.patch(elements, touched: keys, found: found) {
      try db.compare($0, $1, $2)
    }
    _ = materialized.dropExcess()
    return change
  }

  private func element(_ row: CompositeKey, _ db: Snapshot) throws -> Element {
    try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      guard let element = try one.elements(db, Array(row.values.dropFirst(leadCount))).first else {
        throw PlanFailure.undecodable
      }
      return element
    }
  }

  /// Counts the rows of all arms, and reads the result.
  mutating func readAll(_ db: Snapshot, known: OrderedRows<CompositeKey>.Walk?) throws
    -> PlanRows<CompositeKey, Element>
  {
    values.removeAll()
    for index in arms.indices {
      arms[index].numbers = [:]
      var (numbers, values) = ([CompositeKey: Int32](), values)
      self.values.removeAll()
      try arms[index].rows.load(db) { key, row in
        let number = try values.number(of: Array(row))
        values.count(number, 1, in: index)
        guard numbers.updateValue(number, forKey: key) == nil else { throw PlanFailure.repeatedKey }
      }
      (arms[index].numbers, self.values) = (numbers, values)
    }
    let limit = materialized.readCount.map { [DatabaseValue.integer(Int64($0))] } ?? []
    var rows: PlanRows<CompositeKey, Element> = try readingReserve(
      materialized.hasWindow,
      of: Snapshot.self
    ) { try all.rows(db, limit) }
    rows.numberCopies()
    return rows
  }
}

extension CompositeKey {
  /// Returns the key of one of several equal rows.
  fileprivate func copy(_ number: Int) -> CompositeKey {
    CompositeKey(values + [.integer(Int64(number))])
  }
}

extension PlanRows where Key == CompositeKey {
  /// Numbers equal rows in the last value of their keys.
  fileprivate mutating func numberCopies() {
    var counts: [CompositeKey: Int] = [:]
    for index in keys.indices {
      let row = CompositeKey(Array(keys[index].values.dropLast()))
      keys[index] = row.copy(counts[row, default: 0])
      counts[row, default: 0] += 1
    }
  }
}

/// The rows of several statements by their values, with counts for each statement.
struct CountedValues: Sendable {
  private let operators: [SelectParts.Arm.Operator?]
  private var numbers: [CompositeKey: Int32] = [:]
  private var rows: [CompositeKey] = []
  /// The counts of each row, one for each statement.
  private var counts: [Int32] = []
  private var unused: [Int32] = []
  private let columnCount: Int
  private var kinds: NumberKinds

  init(_ operators: [SelectParts.Arm.Operator?], columnCount: Int) {
    self.operators = operators
    self.columnCount = columnCount
    kinds = NumberKinds(columnCount: columnCount)
  }

  subscript(number: Int32) -> CompositeKey { rows[Int(number)] }

  mutating func removeAll() { self = CountedValues(operators, columnCount: columnCount) }

  /// Returns the number of a row, which is assigned if it is new.
  ///
  /// - Throws: ``PlanFailure`` if a column has both integers and whole reals, such as 1 and 1.0:
  ///   only SQLite knows which of two equal values it shows.
  mutating func number(of values: [DatabaseValue]) throws -> Int32 {
    let row = CompositeKey(values)
    if let number = numbers[row] { return number }
    if kinds.areAmbiguous(with: values) { throw PlanFailure.repeatedKey }
    if let number = unused.popLast() {
      (rows[Int(number)], numbers[row]) = (row, number)
      return number
    }
    let number = Int32(rows.count)
    rows.append(row)
    counts.append(contentsOf: repeatElement(0, count: operators.count))
    numbers[row] = number
    return number
  }

  mutating func count(_ number: Int32, _ difference: Int32, in arm: Int) {
    counts[Int(number) * operators.count + arm] += difference
  }

  /// Forgets a row that no statement has any more.
  mutating func forgetIfUnused(_ number: Int32) {
    let first = Int(number) * operators.count
    guard counts[first..<first + operators.count].allSatisfy({ $0 == 0 }) else { return }
    numbers[rows[Int(number)]] = nil
    rows[Int(number)] = CompositeKey([])
    unused.append(number)
  }

  /// Returns how often the result has a row. https://www.sqlite.org/lang_select.html#compound
  func multiplicity(of number: Int32) -> Int {
    let first = Int(number) * operators.count
    var result = 0
    for (arm, count) in counts[first..<first + operators.count].enumerated() {
      let count = Int(count)
      switch operators[arm] {
      case nil: result = count
      case .unionAll: result += count
      case .union: result = result + count > 0 ? 1 : 0
      case .except: result = result > 0 && count == 0 ? 1 : 0
      case .intersect: result = result > 0 && count > 0 ? 1 : 0
      }
    }
    return result
  }
}
