#if canImport(SwiftUI)
  public import ShoppingListsModel
  public import SwiftUI

  /// A split view of all lists and the items of the selected one.
  ///
  /// ```swift
  /// @main struct ShoppingApp: App {
  ///   private let database = Result { try ShoppingDatabase(at: ShoppingDatabase.defaultPath()) }
  ///
  ///   var body: some Scene {
  ///     WindowGroup {
  ///       switch database {
  ///       case .success(let database): ShoppingListsView(model: AllListsModel(database: database))
  ///       case .failure(let error): Text("\(error)")
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  public struct ShoppingListsView: View {
    @State private var model: AllListsModel
    @State private var selected: ShoppingListWithCount?
    @State private var isAdding = false
    @State private var searchText = ""
    @State private var step = DeletionStep()

    /// Creates a view of a model.
    public init(model: AllListsModel) { _model = State(wrappedValue: model) }

    /// The lists, and the selected one.
    public var body: some View {
      NavigationSplitView {
        lists
      } detail: {
        if let selected {
          ListDetailView(model: model.listModel(of: selected.id))
        } else {
          EmptyState("cart", "Select a list", "Choose a shopping list to see what is on it.")
        }
      }
    }

    private var lists: some View {
      List(selection: $selected) {
        ForEach(model.lists) { list in
          NavigationLink(value: list) { ListRow(list: list) }
        }
        .onDelete { offsets in delete(offsets.map { model.lists[$0] }) }
        if let problem = step.problem { Text(problem) }
      }
      .navigationTitle("Shopping lists")
      .searchable(text: $searchText, prompt: "Search lists")
      .task(id: searchText) { await step.reportingErrors { try await model.search(searchText) } }
      .toolbar {
        ToolbarItemGroup(placement: .primaryAction) {
          Button("Undo") { undo() }.disabled(step.deleted == nil)
          Button("New list") { isAdding = true }
        }
      }
      .sheet(isPresented: $isAdding) {
        TitleForm(name: "New list", title: "") { try await model.newList(title: $0) }
      }
    }

    private func delete(_ lists: [ShoppingListWithCount]) {
      Task {
        for list in lists { await step.delete { try await model.deleteList(id: list.id) } }
      }
    }

    private func undo() { Task { await step.undo(model.putBack) } }
  }

  /// A row for a list: its title, its progress, and the time of its last change.
  struct ListRow: View {
    let list: ShoppingListWithCount

    var body: some View {
      VStack(alignment: .leading, spacing: 4) {
        HStack {
          Text(list.title).font(.headline)
          Spacer()
          Text("\(list.completedCount)/\(list.itemCount)").font(.caption)
            .foregroundColor(.secondary)
        }
        ProgressView(value: list.completionPercentage)
        Text("Updated \(list.updatedAt.formatted(.relative(presentation: .named)))")
          .font(.caption2).foregroundColor(.secondary)
      }
    }
  }
#endif
