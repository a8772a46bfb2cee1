import ShoppingListsModel

/// A form that creates or edits an item.
struct ItemForm: PagePart {
  let action: WebPath
  let button: String
  let cancel: WebPath
  let categories: [ItemCategory]
  let fields: ItemFields
  /// The saved values, so that the server can tell which fields were edited.
  var old: ItemFields?
  var problem: FormProblem?
  /// The action that deletes the item.
  var deletion: WebPath?

  var node: Node {
    tag("div", .classes("forms")) {
      postForm(action, .classes("card"), hidden: hidden) {
        name
        tag("div", .classes("pair")) {
          quantity
          category
        }
        price
        notes
        FormButtons(button: button, cancel: cancel)
      }
      if let deletion {
        postForm(deletion, .classes("danger"), hidden: [.freshKey("step")]) {
          tag("button", .type("submit")) {
            Icon.trash
            tag("span") { "Delete the item" }
          }
        }
      }
    }
  }

  private var hidden: [HiddenField] {
    guard let old else { return [.freshKey("key")] }
    return [
      .text("old-name", old.name), .text("old-quantity", old.quantity),
      .text("old-price", old.price), .text("old-category", old.category),
      .text("old-notes", old.notes),
    ]
  }

  private var name: LabeledField {
    LabeledField(label: "What to buy", name: "name", problem: problem) { common in
      Self.input(
        common + [.value(fields.name), .other("maxlength", "\(FormLimits.name)")],
        [.flag("required"), .flag("autofocus")]
      )
    }
  }

  private var quantity: LabeledField {
    LabeledField(label: "How many", name: "quantity", problem: problem) { common in
      Self.input(
        common + [
          .type("number"), .value(fields.quantity), .other("min", "1"),
          .other("max", "\(FormLimits.quantity)"), .other("inputmode", "numeric"),
        ],
        [.flag("required")]
      )
    }
  }

  private var price: LabeledField {
    LabeledField(label: "Price of one", name: "price", problem: problem) { common in
      Self.input(
        common + [
          .value(fields.price), .other("maxlength", "12"), .other("inputmode", "decimal"),
        ],
        []
      )
    }
  }

  private var category: LabeledField {
    LabeledField(label: "Category", name: "category", problem: problem) { common in
      CategorySelect(categories: categories, selected: Int(fields.category)).control(common)
    }
  }

  private var notes: LabeledField {
    LabeledField(label: "Notes", name: "notes", problem: problem) { common in
      .element(
        Element(
          name: "textarea",
          attributes: common + [.other("rows", "3"), .other("maxlength", "\(FormLimits.notes)")],
          children: [.text(fields.notes)]
        )
      )
    }
  }

  private static func input(_ attributes: [Attribute], _ flags: [Attribute?]) -> Node {
    .element(
      Element(
        name: "input",
        attributes: attributes + [.other("autocomplete", "off")] + flags.compactMap(\.self)
      )
    )
  }
}
