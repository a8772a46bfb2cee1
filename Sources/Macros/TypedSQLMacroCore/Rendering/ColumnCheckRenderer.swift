/// A renderer of the attribute that lets the compiler check the type of a column.
struct ColumnCheckRenderer {
  private static let name = "@TypedSQLMacroDeclarations._ColumnCheck"

  /// Returns the attribute of a property, or `nil` if there is nothing to check.
  func attribute(of column: ColumnModel) -> String? {
    // If a column is stored as another type, its own type need not be storable.
    guard column.representation == nil else { return nil }
    guard let type = column.type else {
      return column.defaultValue.map { "\(Self.name)(value: \($0))" }
    }
    return attribute(for: type)
  }

  /// Returns the attribute of a case, or `nil` if there is nothing to check.
  func attribute(of column: CaseModel) -> String? {
    column.representation == nil ? attribute(for: column.type) : nil
  }

  private func attribute(for type: TypeText) -> String? {
    guard !type.isWellKnown else { return nil }
    let text = type.text.contains(" ") ? "(\(type.text))" : type.text
    return "\(Self.name)(\(text).self)"
  }
}
