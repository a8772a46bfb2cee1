public import Foundation

/// The properties of an item that people edit.
public struct ItemDetails: Hashable, Sendable {
  /// The name of the product.
  public var name: String
  /// The number of pieces.
  public var quantity: Int
  /// The price of one piece, if it is known.
  public var price: Decimal?
  /// Additional remarks.
  public var notes: String
  /// Its category.
  public var categoryId: ItemCategory.ID

  /// Creates details.
  public init(
    name: String,
    quantity: Int = 1,
    price: Decimal? = nil,
    notes: String = "",
    categoryId: ItemCategory.ID
  ) {
    self.name = name
    self.quantity = quantity
    self.price = price
    self.notes = notes
    self.categoryId = categoryId
  }
}

extension ItemDetails {
  /// Returns these details with the properties that an editor has changed.
  ///
  /// - Parameters:
  ///   - new: The details after the edit.
  ///   - old: The details before the edit.
  public func merging(_ new: ItemDetails, since old: ItemDetails) -> ItemDetails {
    var merged = self
    func take<Value: Equatable>(_ detail: WritableKeyPath<ItemDetails, Value>) {
      if new[keyPath: detail] != old[keyPath: detail] {
        merged[keyPath: detail] = new[keyPath: detail]
      }
    }
    take(\.name)
    take(\.quantity)
    take(\.price)
    take(\.notes)
    take(\.categoryId)
    return merged
  }
}

extension ShoppingItem {
  /// Creates an unchecked item.
  init(
    id: String,
    _ details: ItemDetails,
    shoppingListId: ShoppingList.ID,
    rank: Double,
    at time: Date
  ) {
    self.init(
      id: id,
      name: details.name,
      quantity: details.quantity,
      price: details.price,
      notes: details.notes,
      categoryId: details.categoryId,
      shoppingListId: shoppingListId,
      rank: rank,
      createdAt: time,
      updatedAt: time
    )
  }

  /// The properties that people edit.
  public var details: ItemDetails {
    get {
      ItemDetails(
        name: name,
        quantity: quantity,
        price: price,
        notes: notes,
        categoryId: categoryId
      )
    }
    set {
      name = newValue.name
      quantity = newValue.quantity
      price = newValue.price
      notes = newValue.notes
      categoryId = newValue.categoryId
    }
  }
}
