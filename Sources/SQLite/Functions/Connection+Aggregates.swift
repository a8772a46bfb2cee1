import CSQLite

extension Connection {
  /// Adds an aggregate function to SQL.
  ///
  /// - Parameters:
  ///   - type: What it does.
  ///   - name: Its name, of at most 255 bytes. A function of the same name and number of arguments is replaced.
  ///   - argumentCount: How many arguments it takes; `nil` for any number.
  ///   - flags: What SQLite may assume about it.
  /// - Throws: ``ResultCode/misuse`` for a name or number that SQLite cannot take; ``ResultCode/busy`` where it
  ///   replaces another while a statement runs.
  ///
  /// https://www.sqlite.org/c3ref/create_function.html
  public func addAggregate<Function: AggregateFunction>(
    _ type: Function.Type,
    named name: String,
    argumentCount: Int? = nil,
    flags: FunctionFlags = []
  ) throws(SQLiteError) {
    try addAggregate(AggregateKind { .running(type) }, name, argumentCount, flags)
  }

  /// Adds an aggregate function to SQL whose groups start with a value that a closure makes.
  ///
  /// https://www.sqlite.org/c3ref/create_function.html
  public func addAggregate<Function: AggregateFunction>(
    named name: String,
    argumentCount: Int? = nil,
    flags: FunctionFlags = [],
    makeGroup: @escaping () -> Function
  ) throws(SQLiteError) {
    try addAggregate(AggregateKind { .running(makeGroup()) }, name, argumentCount, flags)
  }

  private func addAggregate(
    _ kind: AggregateKind,
    _ name: String,
    _ argumentCount: Int?,
    _ flags: FunctionFlags
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    let arity = try checkFunction(name, argumentCount)
    // SQLite calls the destructor also where it refuses the function.
    let box = unsafe Unmanaged.passRetained(kind).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      handle,
      name,
      arity,
      SQLITE_UTF8 | flags.rawValue,
      box,
      nil,
      stepCallback,
      finalCallback,
      { unsafe release(AggregateKind.self, at: $0) }
    )
    try unsafe check(code, of: handle)
  }

  /// Adds a window function to SQL, which also works as an aggregate.
  ///
  /// - Parameters:
  ///   - type: What it does.
  ///   - name: Its name, of at most 255 bytes. A function of the same name and number of arguments is replaced.
  ///   - argumentCount: How many arguments it takes; `nil` for any number.
  ///   - flags: What SQLite may assume about it.
  /// - Throws: ``ResultCode/misuse`` for a name or number that SQLite cannot take; ``ResultCode/busy`` where it
  ///   replaces another while a statement runs.
  ///
  /// https://www.sqlite.org/c3ref/create_function.html
  public func addWindowFunction<Function: WindowFunction>(
    _ type: Function.Type,
    named name: String,
    argumentCount: Int? = nil,
    flags: FunctionFlags = []
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    let arity = try checkFunction(name, argumentCount)
    let box = unsafe Unmanaged.passRetained(AggregateKind { .sliding(Function.self) }).toOpaque()
    let code = unsafe sqlite3_create_window_function(
      handle,
      name,
      arity,
      SQLITE_UTF8 | flags.rawValue,
      box,
      stepCallback,
      finalCallback,
      valueCallback,
      inverseCallback,
      { unsafe release(AggregateKind.self, at: $0) }
    )
    try unsafe check(code, of: handle)
  }
}

private let stepCallback:
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context,
    count,
    values in
    let result = unsafe FunctionResult(context)
    do {
      try unsafe AggregateGroup.current(in: context).step(FunctionArguments(count, values))
    } catch {
      result.fail(error)
    }
  }

private let inverseCallback:
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context,
    count,
    values in
    let result = unsafe FunctionResult(context)
    do {
      try unsafe AggregateGroup.current(in: context).inverse(FunctionArguments(count, values))
    } catch {
      result.fail(error)
    }
  }

private let valueCallback: @convention(c) (OpaquePointer?) -> Void = { context in
  let result = unsafe FunctionResult(context)
  result.set { try unsafe AggregateGroup.current(in: context).value() }
}

private let finalCallback: @convention(c) (OpaquePointer?) -> Void = { context in
  let result = unsafe FunctionResult(context)
  result.set { try unsafe AggregateGroup.ended(in: context).finalize() }
}
