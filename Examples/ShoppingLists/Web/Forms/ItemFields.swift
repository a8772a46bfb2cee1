import Foundation
import ShoppingListsModel

/// The fields of an item's form, as typed.
struct ItemFields: Hashable, Sendable {
  var name = ""
  var quantity = "1"
  var price = ""
  var category = ""
  var notes = ""
}

extension ItemFields {
  /// Reads the fields of a submitted form.
  ///
  /// - Parameter prefix: The prefix of the field names.
  init(_ form: [String: String], prefix: String = "") {
    name = form[prefix + "name"] ?? ""
    quantity = form[prefix + "quantity"] ?? "1"
    price = form[prefix + "price"] ?? ""
    category = form[prefix + "category"] ?? ""
    notes = (form[prefix + "notes"] ?? "").replacing("\r\n", with: "\n")
  }

  /// Creates the fields that show an item.
  init(_ details: ItemDetails) {
    name = details.name
    quantity = "\(details.quantity)"
    price = details.price?.amountText ?? ""
    category = "\(details.categoryId)"
    notes = details.notes
  }

  /// Validates the fields, and returns the item's details.
  ///
  /// - Parameter categories: The available categories.
  /// - Throws: ``FormProblem`` for the first invalid field.
  func details(_ categories: [ItemCategory]) throws(FormProblem) -> ItemDetails {
    let name = try FormText.line(self.name, "name", "What to buy", limit: FormLimits.name)
    guard let quantity = Int(self.quantity), 1...FormLimits.quantity ~= quantity else {
      throw FormProblem("quantity", "How many is a number from 1 to \(FormLimits.quantity).")
    }
    guard price.isEmpty || Decimal(amount: price) != nil else {
      throw FormProblem("price", "The price is an amount such as 12.50.")
    }
    guard let category = categories.first(where: { "\($0.id)" == self.category }) else {
      throw FormProblem("category", "Choose a category.")
    }
    return ItemDetails(
      name: name,
      quantity: quantity,
      price: Decimal(amount: price),
      notes: try FormText.lines(notes, "notes", "Notes", limit: FormLimits.notes),
      categoryId: category.id
    )
  }

  /// The details of an item that was saved before; they need no validation.
  var savedDetails: ItemDetails {
    ItemDetails(
      name: name,
      quantity: Int(quantity) ?? 1,
      price: Decimal(amount: price),
      notes: notes,
      categoryId: Int(category) ?? 0
    )
  }
}
