/// A stored property that is a column, or several.
struct ColumnModel: Equatable {
  /// The property as it is written, with backticks where it has them.
  var property: String
  /// The column's name: the source text of a string literal.
  var name: String
  /// The name in JSON, where the type says one: the source text of a string literal.
  var codingKey: String?
  /// The property's type, or nothing where only its default value tells.
  var type: TypeText?
  /// What the property is stored as, where it says so.
  var representation: TypeText?
  /// The source text of the default value.
  var defaultValue: String?
  /// The access modifier with a space at its end, or nothing; `fileprivate` for what is `private`.
  var access = ""
  var isConstant = false
  var isGenerated = false
  /// Whether the database stores what it computes.
  var isStored = false
  var isPrimaryKey = false
  /// Whether a draft may leave the column to the database.
  var isLazilyInitializable = false

  /// The type of the column in SQL, which the columns, the selection and the coding name.
  var queryType: TypeText { representation ?? propertyType }

  /// The type of the property.
  ///
  /// One that is not written is asked of the compiler, by ``WitnessRenderer``.
  var propertyType: TypeText { type ?? TypeText("_$ColumnWitness.\(property)") }

  /// Whether the compiler has to be asked for the type.
  var needsWitness: Bool { type == nil }

  /// Whether a value need not be given: there is a default, or an optional variable begins as `nil`.
  var impliedDefault: String? {
    if let defaultValue { return defaultValue }
    return type?.isOptional == true && !isConstant ? "nil" : nil
  }
}
