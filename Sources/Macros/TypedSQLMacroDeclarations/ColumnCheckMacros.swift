// `@Table` adds `@_ColumnCheck` to its columns. The compiler chooses the overload by the column's
// type, and each overload reports its own diagnostic, or none.
//
// Of several overloads that match, the one that wraps its argument in fewer optionals wins. That
// ranks them: types that can be stored come first, then raw values, then `Codable` types, then
// everything else. (`@_disfavoredOverload` cannot be applied to macros.)

public import TypedSQL

/// A column that can be stored.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: QueryBindable>(_ type: T.Type) =
  #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")

/// A group of columns.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: Table>(_ type: T.Type) =
  #externalMacro(module: "TypedSQLMacros", type: "GroupCheckMacro")

/// A column that could be stored as its raw value.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: RawRepresentable>(_ type: T.Type?) =
  #externalMacro(module: "TypedSQLMacros", type: "RawValueCheckMacro")

/// An optional column that could be stored as its raw value.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: RawRepresentable>(_ type: T?.Type?) =
  #externalMacro(module: "TypedSQLMacros", type: "RawValueCheckMacro")

/// A column that could be stored as JSON.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: Codable>(_ type: T.Type??) =
  #externalMacro(module: "TypedSQLMacros", type: "CodableCheckMacro")

/// A column that cannot be stored.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T>(_ type: T.Type???) =
  #externalMacro(module: "TypedSQLMacros", type: "UnrepresentableCheckMacro")

/// A column without a written type that can be stored.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: QueryBindable>(value: T) =
  #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")

/// A group of columns without a written type.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T: Table>(value: T) =
  #externalMacro(module: "TypedSQLMacros", type: "GroupCheckMacro")

/// A column without a written type that cannot be stored.
@_documentation(visibility: internal)
@attached(peer)
public macro _ColumnCheck<T>(value: T???) =
  #externalMacro(module: "TypedSQLMacros", type: "UnrepresentableCheckMacro")
