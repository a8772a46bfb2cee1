import CSQLite

extension Connection {
  /// Adds an aggregate function.
  ///
  /// - Parameters:
  ///   - type: The implementation.
  ///   - name: The name, of at most 255 bytes. A function with the same name and number of
  ///     arguments is replaced.
  ///   - argumentCount: The number of arguments; `nil` for any number.
  ///   - flags: The properties that SQLite may rely on.
  /// - Throws: ``ResultCode/misuse`` for a name or number that SQLite does not accept, or
  ///   ``ResultCode/busy`` if the function replaces another while a statement is running.
  ///
  /// https://www.sqlite.org/c3ref/create_function.html
  public func addAggregate<Function: AggregateFunction>(
    _ type: Function.Type,
    named name: String,
    argumentCount: Int? = nil,
    flags: FunctionFlags = []
  ) throws(SQLiteError) {
    try addAggregate(AggregateKind { .aggregate(type) }, name, argumentCount, flags)
  }

  /// Adds an aggregate function whose groups start with a value that a closure returns.
  ///
  /// https://www.sqlite.org/c3ref/create_function.html
  public func addAggregate<Function: AggregateFunction>(
    named name: String,
    argumentCount: Int? = nil,
    flags: FunctionFlags = [],
    makeGroup: @escaping () -> Function
  ) throws(SQLiteError) {
    try addAggregate(AggregateKind { .aggregate(makeGroup()) }, name, argumentCount, flags)
  }

  private func addAggregate(
    _ kind: AggregateKind,
    _ name: String,
    _ argumentCount: Int?,
    _ flags: FunctionFlags
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    let arity = try checkFunction(name, argumentCount)
    // SQLite also calls the destructor if it refuses the function.
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

  /// Adds a window function, which also works as an aggregate.
  ///
  /// - Parameters:
  ///   - type: The implementation.
  ///   - name: The name, of at most 255 bytes. A function with the same name and number of
  ///     arguments is replaced.
  ///   - argumentCount: The number of arguments; `nil` for any number.
  ///   - flags: The properties that SQLite may rely on.
  /// - Throws: ``ResultCode/misuse`` for a name or number that SQLite does not accept, or
  ///   ``ResultCode/busy`` if the function replaces another while a statement is running.
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
    let box = unsafe Unmanaged.passRetained(AggregateKind { .window(Function.self) }).toOpaque()
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
