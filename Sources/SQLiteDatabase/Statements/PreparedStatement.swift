public import DatabaseTypes
public import SQLite

/// The values of a query, in the words of whoever builds queries.
package protocol QueryValues {
  /// The values, as arguments.
  var arguments: StatementArguments { get }
}

/// A compiled statement of a database, to be run often.
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
/// Use it only within the access in which it was made.
public final class PreparedStatement {
  // One thread at a time uses it, and no two calls at once: exclusive access is not checked while the program runs,
  // which would take longer than the work.

  /// SQLite's statement.
  @usableFromInline package let statement: SQLite.Statement
  /// The SQL text.
  public let sql: String
  /// What it reads and does.
  @exclusivity(unchecked) public internal(set) var access: StatementAccess {
    didSet {
      deletesRows = !access.deletions.isEmpty
      knownInterest = nil
    }
  }
  /// Whether it writes nothing to the database file.
  public let isReadOnly: Bool
  /// The number of its parameters.
  public let parameterCount: Int
  @usableFromInline package let database: Database
  /// Whether it is in the middle of its rows.
  @exclusivity(unchecked) @usableFromInline package internal(set) var isRunning = false
  /// Where SQLite keeps the values of its rows.
  @exclusivity(unchecked) @usableFromInline package var valuePlaces = ValuePlaces()
  @exclusivity(unchecked) private var knownLayout: RowLayout?
  /// The same object, which is not retained by whoever uses it.
  @exclusivity(unchecked) private var layoutReference: Unmanaged<RowLayout>?
  /// The column that is likely to be read next by its name.
  @exclusivity(unchecked) var expectedColumn = 0
  @exclusivity(unchecked) private var recompilationCount = 0
  @exclusivity(unchecked) package var boundArguments: StatementArguments?
  /// The values of the query that is run; kept for errors.
  @exclusivity(unchecked) package var boundQueryValues: (any QueryValues)?
  /// Why the values that were set last do not fit.
  @exclusivity(unchecked) var argumentsFailure: (any Error)?
  /// The type that the columns of the result were compared with, and when.
  @exclusivity(unchecked) @usableFromInline package var checkedType: ObjectIdentifier?
  @exclusivity(unchecked) @usableFromInline package var checkedRecompilation = 0
  /// What decodes the records of its rows, kept by whoever fetches records.
  @exclusivity(unchecked) package var recordDecoder: AnyObject?
  @exclusivity(unchecked) private var changesBefore = 0
  @exclusivity(unchecked) private var startedIn = 0
  /// The generation of shapes for which change capture knows the tables that it writes.
  @exclusivity(unchecked) private(set) var captureGeneration = 0
  @exclusivity(unchecked) private(set) var writesVirtualTables = false
  /// Whether somebody wants to know of what it writes, and by which interest.
  @exclusivity(unchecked) private var knownInterest: (number: Int, isOfInterest: Bool)?
  /// Whether it deletes rows, or one of its triggers does.
  @exclusivity(unchecked) private(set) var deletesRows = false
  /// Whether it deletes all rows of a table, and does nothing else.
  @exclusivity(unchecked) var deletesAllRows = false
  /// Whether the hook for changes is there while it runs.
  @exclusivity(unchecked) var runsHooked = false
  /// How often SQLite had compiled it again when it was last known to be compiled with that hook.
  @exclusivity(unchecked) private var hookedRecompilationCount: Int?
  private var knownRecompilationCount = 0
  private var knownOptionSwitchCount: Int

  init(_ statement: consuming SQLite.Statement, access: StatementAccess, in database: Database) {
    sql = statement.sql
    // What `EXPLAIN` explains is not run.
    isReadOnly = statement.isReadOnly || statement.isExplain || access.asksForJournalMode
    parameterCount = statement.parameterCount
    self.access = access
    self.database = database
    knownOptionSwitchCount = database.optionSwitchCount
    self.statement = statement
    deletesRows = !access.deletions.isEmpty
  }

  /// Whether it writes nothing to the database file: ``isReadOnly``.
  public var isReadonly: Bool { isReadOnly }

  /// The tables and columns that it reads.
  public var region: Region { access.reads }

  /// The number of columns of its rows.
  public var columnCount: Int { statement.columnCount }

  /// The names of the columns of its rows.
  public var columnNames: [String] { layout.columnNames }

  /// The columns of its rows.
  public var layout: RowLayout { withLayout { $0 } }

  /// Uses the columns of its rows without retaining them, which would be done for each value.
  func withLayout<Result>(_ body: (RowLayout) -> Result) -> Result {
    // SQLite may have compiled the statement again for another schema.
    let count = database.recorder.recompilationCount
    if let layoutReference, count == recompilationCount {
      return layoutReference._withUnsafeGuaranteedRef(body)
    }
    recompilationCount = count
    let layout = statement.layout()
    knownLayout = layout
    layoutReference = .passUnretained(layout)
    return body(layout)
  }

  /// Grows when SQLite has compiled a statement again.
  @usableFromInline package var recompilations: Int { database.recorder.recompilationCount }

  /// The SQL text with the bound values.
  ///
  /// They may be private: do not log it.
  public var expandedSQL: String { statement.expandedSQL ?? sql }

  /// Whether it writes without saying what: `VACUUM` and some pragmas do.
  var mayVacuum: Bool {
    !isReadOnly && access.writes.isEmpty && !access.changesSchema && access.transactionEffect == nil
  }

  /// Whether SQLite has compiled this very statement again since the last call.
  func takeRecompilation() -> Bool {
    let count = statement.count(.recompilations)
    defer { knownRecompilationCount = count }
    return count != knownRecompilationCount
  }

  /// Whether it tells the hook of each row that it deletes, as far as that is known.
  ///
  /// What SQLite compiles while no hook is there may delete all rows of a table unseen.
  var isHooked: Bool { hookedRecompilationCount == statement.count(.recompilations) }

  /// It was compiled while the hook was there.
  func noteHookedCompilation() { hookedRecompilationCount = statement.count(.recompilations) }

  /// Whether an option of the connection was switched since the last call, or since it was compiled.
  func takeOptionSwitch() -> Bool {
    defer { knownOptionSwitchCount = database.optionSwitchCount }
    return knownOptionSwitchCount != database.optionSwitchCount
  }

  /// How often it was run.
  package var runCount: Int { statement.count(.runs) }

  /// The memory that it takes, in bytes.
  var memoryUsed: Int { statement.count(.memoryUsed) }

  /// Whether somebody wants to know of what it writes: found out once for each interest, of one connection.
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
  /// - Throws: ``DatabaseError`` with `.arguments` where their number or names are not those of the parameters.
  public func setArguments(_ arguments: StatementArguments) throws {
    guard !isRunning else {
      throw misuse("Arguments cannot be set while the statement is in the middle of its rows.")
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

  /// The values that were set last; none where no values were set.
  ///
  /// Values that do not fit the parameters make the statement throw when it runs; ``setArguments(_:)`` throws at once.
  public var arguments: StatementArguments {
    get { boundArguments ?? StatementArguments() }
    set {
      do { try setArguments(newValue) } catch {
        boundArguments = newValue
        argumentsFailure = error
      }
    }
  }

  /// Forgets the values that whoever used the statement before has set: they are not those of the next one.
  func forgetArguments() {
    if boundArguments != nil { boundArguments = nil }
    if boundQueryValues != nil { boundQueryValues = nil }
    if argumentsFailure != nil { argumentsFailure = nil }
  }

  /// Sets values, or checks that those of a statement that is about to run as it is were set before.
  package func set(_ arguments: StatementArguments?) throws {
    if let arguments { try setArguments(arguments) } else { try checkArgumentsAreSet() }
  }

  /// Checks that values were set for the parameters of a statement that is about to run as it is.
  ///
  /// SQLite would take NULL for a parameter without a value. https://www.sqlite.org/c3ref/bind_blob.html
  private func checkArgumentsAreSet() throws {
    guard parameterCount > 0, boundArguments == nil, boundQueryValues == nil else { return }
    throw argumentError(
      "The statement has \(parameterCount) parameters, but no arguments were set: call setArguments(_:), or give them "
        + "with arguments:."
    )
  }

  private func checkArgumentCount(_ count: Int) throws {
    guard count != parameterCount else { return }
    throw argumentError(
      "The statement has \(plural(parameterCount, "parameter")), but got \(plural(count, "argument"))."
    )
  }

  private func bind(_ values: [String: DatabaseValue]) throws {
    var unused = Set(values.keys)
    for index in stride(from: 1, through: parameterCount, by: 1) {
      guard let parameter = statement.parameterName(at: index) else {
        throw argumentError("Parameter \(index) has no name, but the arguments were given by name.")
      }
      let name = String(parameter.dropFirst())
      guard let value = values[name] else {
        throw argumentError("There is no argument for the parameter \(parameter).")
      }
      unused.remove(name)
      try bind(value, at: index)
    }
    if let name = unused.sorted().first {
      throw argumentError("The statement has no parameter named \(name).")
    }
  }

  private func bind(_ value: DatabaseValue, at index: Int) throws {
    do { try statement.bind(value, at: index) } catch { throw database.databaseError(error) }
  }

  /// Runs to the end.
  ///
  /// - Parameter arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``.
  public func execute(arguments: StatementArguments? = nil) throws {
    try set(arguments)
    try run()
  }

  /// Runs to the end, after a closure has bound the parameters one by one: the fastest way.
  ///
  /// - Parameter bind: Binds values to parameters, which count from 1; one that it leaves out keeps its value.
  @inlinable
  public func execute(_ bind: (borrowing SQLite.Statement) throws -> Void) throws {
    if isRunning { throw misuse("The statement is in the middle of its rows.") }
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
  /// Checks what has to hold before a statement runs.
  @usableFromInline
  package func start() throws {
    if isRunning { throw misuse("The statement is in the middle of its rows.") }
    if let argumentsFailure { throw argumentsFailure }
    try database.willExecute(self)
    isRunning = true
    startedIn = database.accessNumber
    database.runningCount += 1
    if !isReadOnly { changesBefore = try database.willWrite(self) }
  }

  /// Runs to the next row.
  ///
  /// - Returns: Whether there is one. Afterwards the statement is reset.
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

  /// Ends a run that may be in the middle of its rows.
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

  /// The error to throw for one that was thrown while parameters were bound.
  @usableFromInline @inline(never)
  package func bindingError(_ error: any Error) -> any Error {
    (error as? SQLiteError).map { database.databaseError($0) } ?? error
  }

  @usableFromInline @inline(never)
  package func misuse(_ message: String) -> DatabaseError {
    DatabaseError(code: .misuse, message: message, sql: sql)
  }

  private func argumentError(_ message: String) -> DatabaseError {
    DatabaseError(
      code: .arguments,
      message: message,
      sql: sql,
      arguments: boundArguments
    )
  }
}
