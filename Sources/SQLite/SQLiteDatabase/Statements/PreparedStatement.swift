public import DatabaseTypes
public import SQLite

/// The values of a query, in the form in which a query builder keeps them.
package protocol QueryValues {
  /// The values, as arguments.
  var arguments: StatementArguments { get }
}

/// A compiled statement of a database, which can be run repeatedly.
///
/// ```swift
/// try database.write { db in
///   let insert = try db.cachedStatement(sql: "INSERT INTO points (x, y) VALUES (?, ?)")
///   for point in points {
///     try insert.execute { parameters in
///       try parameters.bind(point.x, at: 1)
///       try parameters.bind(point.y, at: 2)
///     }
///   }
/// }
/// ```
///
/// Use it only within the access in which it was created.
public final class PreparedStatement {
  // The statement is used by one thread at a time, and never reentrantly. So exclusive access is
  // not checked at run time, which would cost more than the work.

  /// SQLite's statement.
  @usableFromInline package let statement: SQLite.Statement
  /// The SQL text.
  public let sql: String
  /// The reads and effects of the statement.
  @exclusivity(unchecked) public internal(set) var access: StatementAccess {
    didSet {
      deletesRows = !access.deletions.isEmpty
      knownInterest = nil
      knownRegion = nil
    }
  }
  /// Whether the statement writes nothing to the database file.
  public let isReadOnly: Bool
  /// The number of parameters.
  public let parameterCount: Int
  @usableFromInline package let database: Database
  /// Whether the statement is currently being stepped.
  @exclusivity(unchecked) @usableFromInline package internal(set) var isRunning = false
  /// The addresses at which SQLite stores the values of its rows.
  @exclusivity(unchecked) @usableFromInline package var valueAddresses = ValueAddresses()
  @exclusivity(unchecked) private var knownLayout: RowLayout?
  /// The region, once somebody has asked for it.
  @exclusivity(unchecked) private var knownRegion: Region?
  /// An unretained reference to the layout, to avoid retaining it at each use.
  @exclusivity(unchecked) private var layoutReference: Unmanaged<RowLayout>?
  /// The number of last columns that are not part of the statement's rows.
  ///
  /// They belong to code that runs the statement for its own ends, such as keys.
  @exclusivity(unchecked) package var hiddenColumnCount = 0
  @exclusivity(unchecked) private var knownShownLayout: (hiddenCount: Int, layout: RowLayout)?
  /// The column that is likely to be read by name next.
  @exclusivity(unchecked) var expectedColumn = 0
  @exclusivity(unchecked) private var recompilationCount = 0
  @exclusivity(unchecked) package var boundArguments: StatementArguments?
  /// The values of the running query, kept for errors.
  @exclusivity(unchecked) package var boundQueryValues: (any QueryValues)?
  /// The reason why the values that were set last do not fit.
  @exclusivity(unchecked) var argumentsFailure: (any Error)?
  /// The type with which the columns of the result were compared.
  @exclusivity(unchecked) @usableFromInline package var checkedType: ObjectIdentifier?
  @exclusivity(unchecked) @usableFromInline package var checkedRecompilation = 0
  /// The decoder for records in its rows, set by whoever fetches records.
  @exclusivity(unchecked) package var recordDecoder: AnyObject?
  @exclusivity(unchecked) private var changesBefore = 0
  @exclusivity(unchecked) private var startedIn = 0
  /// The generation of shapes for which change capture knows the tables that the statement writes.
  @exclusivity(unchecked) private(set) var captureGeneration = 0
  @exclusivity(unchecked) private(set) var writesVirtualTables = false
  /// Whether anyone wants to know what the statement writes, for a version of the interest.
  @exclusivity(unchecked) private var knownInterest: (number: Int, isOfInterest: Bool)?
  /// Whether the statement or one of its triggers deletes rows.
  @exclusivity(unchecked) private(set) var deletesRows = false
  /// Whether the statement deletes all rows of a table and does nothing else.
  @exclusivity(unchecked) var deletesAllRows = false
  /// Whether the preupdate hook is installed while the statement runs.
  @exclusivity(unchecked) var runsHooked = false
  /// The number of recompilations when it was last known to be compiled with that hook.
  @exclusivity(unchecked) private var hookedRecompilationCount: Int?
  private var knownRecompilationCount = 0
  private var knownOptionSwitchCount: Int

  init(_ statement: consuming SQLite.Statement, access: StatementAccess, in database: Database) {
    sql = statement.sql
    // The statement that `EXPLAIN` explains is not run.
    isReadOnly = statement.isReadOnly || statement.isExplain || access.asksForJournalMode
    parameterCount = statement.parameterCount
    self.access = access
    self.database = database
    knownOptionSwitchCount = database.optionSwitchCount
    self.statement = statement
    deletesRows = !access.deletions.isEmpty
  }

  /// Whether the statement writes nothing to the database file: another name of ``isReadOnly``.
  public var isReadonly: Bool { isReadOnly }

  /// The tables and columns that the statement reads.
  ///
  /// Getting it for the first time compiles the statement once more, to see which tables it opens.
  public var region: Region {
    if let knownRegion { return knownRegion }
    guard isReadOnly, !statement.isExplain else { return access.reads }
    do {
      let region = try database.readsWithOpenedTables(of: sql, access.reads)
      knownRegion = region
      return region
    } catch {
      // The next time, the answer may be known, unless SQLite cannot compile it in this way.
      if Self.isPermanent(error) { knownRegion = .fullDatabase }
      return .fullDatabase
    }
  }

  /// Returns whether explaining a statement fails each time until its access changes.
  private static func isPermanent(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError, !error.canBeInterruption else { return false }
    switch error.reportedResultCode {
    case .error?, .notAuthorized?, .tooBig?: return true
    default: return false
    }
  }

  /// Whether the statement attaches or detaches a database; `EXPLAIN` of such a statement does not.
  var changesAttachments: Bool { access.changesAttachments && !statement.isExplain }

  /// The number of columns of the rows.
  public var columnCount: Int { statement.columnCount - hiddenColumnCount }

  /// The names of the columns of the rows.
  public var columnNames: [String] { layout.columnNames }

  /// The places of the columns of the rows that are columns of a table with the affinity `REAL`.
  package var realColumns: Set<Int> {
    let types = (0..<columnCount).map { statement.declaredType(at: $0) ?? "" }
    return Set(types.indices.filter { ColumnAffinity(declaredType: types[$0]) == .real })
  }

  /// The columns of the rows.
  public var layout: RowLayout { withLayout { $0 } }

  /// Calls a closure with the layout, without retaining it, which would happen for each value.
  func withLayout<Result>(_ body: (RowLayout) -> Result) -> Result {
    if hiddenColumnCount > 0 { return body(shownLayout()) }
    // SQLite may have recompiled the statement for a changed schema.
    let count = database.recorder.recompilationCount
    if let layoutReference, count == recompilationCount {
      return layoutReference._withUnsafeGuaranteedRef(body)
    }
    recompilationCount = count
    let layout = statement.layout()
    knownLayout = layout
    layoutReference = .passUnretained(layout)
    knownShownLayout = nil
    return body(layout)
  }

  /// Returns the layout without the hidden columns.
  private func shownLayout() -> RowLayout {
    let hiddenCount = hiddenColumnCount
    hiddenColumnCount = 0
    defer { hiddenColumnCount = hiddenCount }
    let all = layout
    if let knownShownLayout, knownShownLayout.hiddenCount == hiddenCount {
      return knownShownLayout.layout
    }
    let shown = all.dropLast(hiddenCount)
    knownShownLayout = (hiddenCount, shown)
    return shown
  }

  /// A number that increases when SQLite recompiles a statement.
  @usableFromInline package var recompilations: Int { database.recorder.recompilationCount }

  /// The SQL text with the bound values.
  ///
  /// Values may be private, so do not log it.
  public var expandedSQL: String { statement.expandedSQL ?? sql }

  /// Whether the statement may write without reporting what, like `VACUUM` and some pragmas.
  var mayVacuum: Bool {
    !isReadOnly && access.writes.isEmpty && !access.changesSchema && access.transactionEffect == nil
  }

  /// Returns whether SQLite has recompiled this particular statement since the last call.
  func takeRecompilation() -> Bool {
    let count = statement.count(.recompilations)
    defer { knownRecompilationCount = count }
    return count != knownRecompilationCount
  }

  /// Whether the statement is known to call the hook for each row that it deletes.
  ///
  /// A statement that SQLite compiles without a hook may delete all rows of a table unseen.
  var isHooked: Bool { hookedRecompilationCount == statement.count(.recompilations) }

  /// Records that the statement was compiled while the hook was installed.
  func noteHookedCompilation() { hookedRecompilationCount = statement.count(.recompilations) }

  /// Returns whether an option of the connection was switched since the last call or the
  /// compilation.
  func takeOptionSwitch() -> Bool {
    defer { knownOptionSwitchCount = database.optionSwitchCount }
    return knownOptionSwitchCount != database.optionSwitchCount
  }

  /// The number of runs.
  package var runCount: Int { statement.count(.runs) }

  /// The memory that the statement uses, in bytes.
  var memoryUsed: Int { statement.count(.memoryUsed) }

  /// Returns whether anyone wants to know what the statement writes, cached per version of the
  /// interest.
  func isOfInterest(as number: Int, _ find: () -> Bool) -> Bool {
    if let knownInterest, knownInterest.number == number { return knownInterest.isOfInterest }
    let isOfInterest = find()
    knownInterest = (number, isOfInterest)
    return isOfInterest
  }

  func didPrepareCapture(_ generation: Int, writesVirtualTables: Bool) {
    captureGeneration = generation
    self.writesVirtualTables = writesVirtualTables
  }
}

extension PreparedStatement {
  /// Binds values to all parameters.
  ///
  /// - Throws: ``DatabaseError`` with `.arguments` if their number or names do not match the
  ///   parameters.
  public func setArguments(_ arguments: StatementArguments) throws {
    guard !isRunning else {
      throw misuse("Arguments cannot be set while the statement is running.")
    }
    boundArguments = arguments
    if argumentsFailure != nil { argumentsFailure = nil }
    if boundQueryValues != nil { boundQueryValues = nil }
    switch arguments.storage {
    case .none: try checkArgumentCount(0)
    case .one(let value):
      try checkArgumentCount(1)
      try bind(value, at: 1)
    case .positional(let values):
      try checkArgumentCount(values.count)
      for index in values.indices { try bind(values[index], at: index + 1) }
    case .named(let values): try bind(values)
    case .failed, .unusable: throw argumentError(arguments.problem ?? "")
    }
  }

  /// The values that were set last; empty if no values were set.
  ///
  /// If the values do not match the parameters, running the statement throws. In contrast,
  /// ``setArguments(_:)`` throws immediately.
  public var arguments: StatementArguments {
    get { boundArguments ?? StatementArguments() }
    set {
      do { try setArguments(newValue) } catch {
        boundArguments = newValue
        argumentsFailure = error
      }
    }
  }

  /// Discards the values of the previous user of the statement, which the next one must not see.
  func forgetArguments() {
    if boundArguments != nil { boundArguments = nil }
    if boundQueryValues != nil { boundQueryValues = nil }
    if argumentsFailure != nil { argumentsFailure = nil }
  }

  /// Sets values; without any, checks that values were set before.
  package func set(_ arguments: StatementArguments?) throws {
    if let arguments { try setArguments(arguments) } else { try checkArgumentsAreSet() }
  }

  /// Checks that values were set for the parameters.
  ///
  /// SQLite would use NULL for a parameter without a value.
  /// https://www.sqlite.org/c3ref/bind_blob.html
  private func checkArgumentsAreSet() throws {
    guard parameterCount > 0, boundArguments == nil, boundQueryValues == nil else { return }
    throw argumentError(
      "The statement has \(parameterCount) parameters, but no arguments were set. Call setArguments(_:), or "
        + "pass them with arguments:."
    )
  }

  func checkArgumentCount(_ count: Int) throws {
    guard count != parameterCount else { return }
    throw argumentError(
      "The statement has \(plural(parameterCount, "parameter")), but got \(plural(count, "argument"))."
    )
  }

  private func bind(_ values: [String: DatabaseValue]) throws {
    try matchParameters(with: values) { value, index in try bind(value, at: index) }
  }

  /// Calls a closure with the value and the number of each parameter.
  ///
  /// - Throws: ``DatabaseError`` with `.arguments` if the names do not match the parameters.
  func matchParameters(
    with values: [String: DatabaseValue],
    _ body: (_ value: DatabaseValue, _ index: Int) throws -> Void
  ) throws {
    var unused = Set(values.keys)
    for index in stride(from: 1, through: parameterCount, by: 1) {
      guard let parameter = statement.parameterName(at: index) else {
        throw argumentError(
          "Parameter \(index) has no name, but the arguments were passed by name."
        )
      }
      let name = String(parameter.dropFirst())
      guard let value = values[name] else {
        throw argumentError("There is no argument for the parameter \(parameter).")
      }
      unused.remove(name)
      try body(value, index)
    }
    if let name = unused.sorted().first {
      throw argumentError("The statement has no parameter named \(name).")
    }
  }

  private func bind(_ value: DatabaseValue, at index: Int) throws {
    if value.isNaN { throw notStorable(at: index) }
    do { try statement.bind(value, at: index) } catch { throw database.databaseError(error) }
  }

  /// Runs the statement to its end.
  ///
  /// - Parameter arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``.
  public func execute(arguments: StatementArguments? = nil) throws {
    try set(arguments)
    try run()
  }

  /// Runs the statement to its end after a closure has bound the parameters: the fastest way.
  ///
  /// - Parameter bind: Binds values to parameters, which are counted from 1. A parameter that it
  ///   does not bind keeps its value.
  @inlinable
  public func execute(_ bind: (borrowing SQLite.Statement) throws -> Void) throws {
    if isRunning { throw misuse("The statement is still running.") }
    do { try bind(statement) } catch { throw bindingError(error) }
    try run()
  }

  @usableFromInline
  package func run() throws {
    try start()
    while try step() {}
  }
}

extension PreparedStatement {
  /// Checks the preconditions for running the statement, and starts it.
  @usableFromInline
  package func start() throws {
    if isRunning { throw misuse("The statement is still running.") }
    if let argumentsFailure { throw argumentsFailure }
    try database.willExecute(self)
    isRunning = true
    startedIn = database.accessNumber
    database.runningCount += 1
    if !isReadOnly { changesBefore = try database.willWrite(self) }
  }

  /// Runs the statement to its next row.
  ///
  /// - Returns: Whether there is one. If not, the statement has been reset.
  @inlinable
  package func step() throws -> Bool {
    do throws(SQLiteError) {
      if try statement.step() == .row {
        database.steppedRowCount &+= 1
        return true
      }
    } catch {
      throw fail(error)
    }
    try finish()
    return false
  }

  /// Ends a run, even in the middle of its rows.
  @usableFromInline
  package func finish() throws {
    guard isRunning else { return }
    statement.reset()
    endRun()
    try database.didExecute(self, changesBefore: changesBefore)
  }

  private func endRun() {
    isRunning = false
    if startedIn == database.accessNumber { database.runningCount -= 1 }
  }

  /// Ends a run that failed.
  @usableFromInline @inline(never)
  func fail(_ error: SQLiteError) -> any Error {
    statement.reset()
    endRun()
    return database.didFail(
      self,
      error,
      arguments: boundQueryValues?.arguments ?? boundArguments,
      changesBefore: changesBefore
    )
  }

  /// Returns the error to throw for an error of binding parameters.
  @usableFromInline @inline(never)
  package func bindingError(_ error: any Error) -> any Error {
    (error as? SQLiteError).map { database.databaseError($0) } ?? error
  }

  @usableFromInline @inline(never)
  package func misuse(_ message: String) -> DatabaseError {
    DatabaseError(code: .misuse, message: message, sql: sql)
  }

  func argumentError(_ message: String) -> DatabaseError {
    DatabaseError(
      code: .arguments,
      message: message,
      sql: sql,
      arguments: boundArguments
    )
  }
}
