public import TypedSQL

/// Specifies how a property of a table, or a case of an enum, is stored.
///
/// ```swift
/// @Table struct Event {
///   @Column("event_id", primaryKey: true) let key: UUID
///   @Column(as: Date.UnixTimeRepresentation.self) var date: Date
///   @Column(generated: .virtual) let title: String
///   @Column(lazyInitializable: true) var createdAt: Date
/// }
/// ```
///
/// - Parameters:
///   - name: The column's name, if it is not that of the property. A group of columns has none.
///   - representation: The type that the database stores the property as.
///   - storage: When the database computes the column, if it does. Such a column is only read and
///     never written.
///   - primaryKey: Whether the column, or the group of columns, identifies a row. A property called
///     `id` does so by default, unless another property is declared as the key or this is `false`.
///   - lazyInitializable: Whether a draft may leave the column to the database's default. If the
///     draft's property is `nil`, an insertion does not name the column, and its `DEFAULT` answers.
///     An optional column is not left out: its `nil` is written as `NULL`.
@attached(peer)
public macro Column(
  _ name: String = "",
  as representation: (any QueryRepresentable.Type)? = nil,
  generated storage: GeneratedColumnStorage? = nil,
  primaryKey: Bool = false,
  lazyInitializable: Bool? = nil
) = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")

/// Specifies how a group of columns is stored.
@available(*, deprecated, renamed: "Column")
@attached(peer)
public macro Columns(
  as representation: (any QueryRepresentable.Type)? = nil,
  primaryKey: Bool = false,
  lazyInitializable: Bool? = nil
) = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")

/// Excludes a property from the columns; it keeps its default value.
@attached(peer)
public macro Ephemeral() = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")
