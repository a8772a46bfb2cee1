import ShoppingListsModel

extension ItemPlace {
  /// Reads the place that a form contains: the key of the item to stand before, or after.
  ///
  /// - Throws: ``FormProblem`` if the form names no place.
  init(_ form: [String: String]) throws(FormProblem) {
    if let id = form["before"] {
      self = .before(id)
    } else if let id = form["after"] {
      self = .after(id)
    } else {
      throw FormProblem("place", "Where it is to stand is said by the item before or after it.")
    }
  }

  /// The attributes of a button that submits the place.
  var attributes: (name: Attribute, value: Attribute) {
    switch self {
    case .before(let id): (.name("before"), .value(id))
    case .after(let id): (.name("after"), .value(id))
    }
  }
}
