import ShoppingListsModel

/// The accent colour of a list: one of eight, derived from its primary key.
///
/// `Resources/shop.css` defines the colours; a test checks that their contrast is sufficient.
enum Accent {
  static let count = 8

  /// Returns the CSS class of the colour.
  static func className(of id: ShoppingList.ID) -> String {
    // `Hasher` is seeded randomly, so the colour would change with each start.
    let hash = id.utf8.reduce(UInt32(5_381)) { $0 &* 33 ^ UInt32($1) }
    return "accent-\(hash % UInt32(count))"
  }
}
