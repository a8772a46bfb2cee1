/// What the package's traits say of the macros.
package enum MacroSettings {
  /// Whether a `Codable` table without coding keys of its own gets keys that are called as its columns: trait `ColumnCoding`.
  @TaskLocal package static var writesCodingKeys = isTraitOn

  private static var isTraitOn: Bool {
    #if COLUMN_CODING
      true
    #else
      false
    #endif
  }
}
