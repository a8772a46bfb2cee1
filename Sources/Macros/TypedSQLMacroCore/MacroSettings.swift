/// The settings of the macros, which the package's traits determine.
package enum MacroSettings {
  /// Whether a `Codable` table without custom coding keys gets keys named after its columns: trait
  /// `ColumnCoding`.
  @TaskLocal package static var writesCodingKeys = isTraitOn

  private static var isTraitOn: Bool {
    #if COLUMN_CODING
      true
    #else
      false
    #endif
  }
}
