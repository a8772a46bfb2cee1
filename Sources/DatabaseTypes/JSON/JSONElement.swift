/// What can be an element of JSON that SQL makes: a value, or an expression.
///
/// So one list can have both: `Database.jsonArray([Column("score"), 1, "a"])`.
@_documentation(visibility: internal)
public protocol _JSONElement {}
