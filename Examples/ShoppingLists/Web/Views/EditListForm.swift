import ShoppingListsModel

/// A form that renames a list, and a button that deletes it.
struct EditListForm: PagePart {
  let list: ShoppingListWithCount
  var title: String
  var problem: FormProblem?

  private var warning: String {
    switch list.itemCount {
    case 0: "It can be undone."
    case 1: "Its item goes too. It can be undone."
    default: "Its \(list.itemCount) items go too. It can be undone."
    }
  }

  var node: Node {
    tag("div", .classes("forms")) {
      ListForm(
        action: "/lists/\(list.id)/rename",
        button: "Save",
        cancel: .list(list.id),
        title: title,
        problem: problem
      )
      postForm("/lists/\(list.id)/delete", .classes("danger"), hidden: [.freshKey("step")]) {
        tag("button", .type("submit")) {
          Icon.trash
          tag("span") { "Delete the list" }
        }
        tag("p") { warning }
      }
    }
  }
}
