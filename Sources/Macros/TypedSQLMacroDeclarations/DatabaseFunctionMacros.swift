public import TypedSQL

/// Makes a Swift function or a computed property callable from SQL.
///
/// ```swift
/// @DatabaseFunction func exclaim(_ text: String) -> String { text + "!" }
///
/// Reminder.select { $exclaim($0.title) }
/// // SELECT "exclaim"("reminders"."title") FROM "reminders"
/// ```
///
/// A function whose only parameter is `some Sequence<…>` is an aggregate, which receives the rows
/// of a group. Add a function to the connections that call it, as `$exclaim`.
///
/// - Parameters:
///   - name: The name in SQL; by default, that of the function.
///   - isDeterministic: Whether equal arguments always give the same result.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction(_ name: String = "", isDeterministic: Bool = false) =
  #externalMacro(module: "TypedSQLMacros", type: "DatabaseFunctionMacro")

/// Makes a Swift function callable from SQL, and specifies how SQL stores its arguments and result.
///
/// ```swift
/// @DatabaseFunction(as: (([String].JSONRepresentation) -> Int).self)
/// func countNotes(_ notes: [String]) -> Int { notes.count }
/// ```
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction<each T: QueryRepresentable, R: QueryBindable>(
  _ name: String = "",
  as representableFunctionType: ((repeat each T) -> R).Type,
  isDeterministic: Bool = false
) = #externalMacro(module: "TypedSQLMacros", type: "DatabaseFunctionMacro")

/// Makes a Swift function without a result callable from SQL, and specifies how SQL stores its
/// arguments.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction<each T: QueryRepresentable>(
  _ name: String = "",
  as representableFunctionType: ((repeat each T) -> Void).Type,
  isDeterministic: Bool = false
) = #externalMacro(module: "TypedSQLMacros", type: "DatabaseFunctionMacro")

/// Makes a Swift function an SQL aggregate, and specifies how SQL stores its arguments and result.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction<each T: QueryRepresentable, R: QueryBindable>(
  _ name: String = "",
  as representableFunctionType: ((any Sequence<(repeat each T)>) -> R).Type,
  isDeterministic: Bool = false
) = #externalMacro(module: "TypedSQLMacros", type: "DatabaseFunctionMacro")

/// Makes a Swift function without a result an SQL aggregate, and specifies how SQL stores its
/// arguments.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction<each T: QueryRepresentable>(
  _ name: String = "",
  as representableFunctionType: ((any Sequence<(repeat each T)>) -> Void).Type,
  isDeterministic: Bool = false
) = #externalMacro(module: "TypedSQLMacros", type: "DatabaseFunctionMacro")

/// Makes a computed property an SQL function, and specifies how SQL stores its value.
@attached(peer, names: prefixed(`$`))
public macro DatabaseFunction<R: QueryBindable>(
  _ name: String = "",
  as representableType: R.Type,
  isDeterministic: Bool = false
) = #externalMacro(module: "TypedSQLMacros", type: "DatabaseFunctionMacro")

// MARK: - Isolation

/// A function that may be called from anywhere.
@_documentation(visibility: internal)
@freestanding(expression)
public macro _isolationCheck<each T, E: Error, R>(
  _ function: _FunctionType<(repeat each T) throws(E) -> R>,
  as type: ((repeat each T) throws(E) -> R).Type
) = #externalMacro(module: "TypedSQLMacros", type: "NoIsolationCheckMacro")

/// A function of the main actor, which SQL cannot call.
@_documentation(visibility: internal)
@freestanding(expression)
public macro _isolationCheck<each T, E: Error, R>(
  _ function: _FunctionType<@MainActor (repeat each T) throws(E) -> R>,
  as type: ((repeat each T) throws(E) -> R).Type
) = #externalMacro(module: "TypedSQLMacros", type: "IsolationCheckMacro")

/// A function of another kind, which only the compiler can judge.
///
/// The optional makes this overload the last choice.
@_documentation(visibility: internal)
@freestanding(expression)
public macro _isolationCheck<F, G>(_ function: _FunctionType<F>?, as type: G.Type) =
  #externalMacro(module: "TypedSQLMacros", type: "NoIsolationCheckMacro")
