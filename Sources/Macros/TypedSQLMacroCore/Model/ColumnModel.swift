/// A stored property that is one or more columns.
struct ColumnModel: Equatable {
  /// The property as it is written, including backticks.
  var property: String
  /// The column's name: the source text of a string literal.
  var name: String
  /// The name in JSON, if the type specifies one: the source text of a string literal.
  var codingKey: String?
  /// The property's type, or `nil` if only its default value determines it.
  var type: TypeText?
  /// The type that the property is stored as, if it specifies one.
  var representation: TypeText?
  /// The source text of the default value.
  var defaultValue: String?
  /// The access modifier with a trailing space, or an empty string; `fileprivate` instead of
  /// `private`.
  var access = ""
  var isConstant = false
  var isGenerated = false
  /// Whether the database stores the computed value.
  var isStored = false
  var isPrimaryKey = false
  /// Whether a draft may leave the column to the database.
  var isLazilyInitializable = false

  /// The type of the column in SQL, which is used by the columns, the selection and the coding.
  var queryType: TypeText { representation ?? propertyType }

  /// The type of the property.
  ///
  /// If it is not written, the compiler is asked for it by ``WitnessRenderer``.
  var propertyType: TypeText { type ?? TypeText("_$ColumnWitness.\(property)") }

  /// Whether the compiler must be asked for the type.
  var needsWitness: Bool { type == nil }

  /// The value that is used if none is given: the default, or `nil` for an optional variable.
  var impliedDefault: String? {
    if let defaultValue { return defaultValue }
    return type?.isOptional == true && !isConstant ? "nil" : nil
  }
}
