#if canImport(SwiftUI)
  import Foundation
  import ShoppingListsModel
  import SwiftUI

  /// The items of a list by category, or the results of a search.
  struct ListDetailView: View {
    @State private var model: ListModel
    @State private var searchText = ""
    @State private var sheet: ListSheet?
    @State private var step = DeletionStep()

    init(model: ListModel) { _model = State(wrappedValue: model) }

    var body: some View {
      List {
        if model.items.isEmpty {
          EmptyState("cart", "Nothing to buy", "Add the first thing.") { sheet = .newItem }
        } else if searchText.isEmpty {
          ForEach(model.sections) { section in
            Section {
              ForEach(section.items) { row($0.item) }
                .onMove { indices, destination in move(section, from: indices, to: destination) }
            } header: {
              SectionHeader(category: section.category)
            }
          }
          if let total = model.items.map(\.item).total { Text("Total \(total.amountText)") }
        } else {
          ForEach(model.found) { row($0) }
        }
        if let problem = step.problem { Text(problem) }
      }
      .navigationTitle(model.list?.title ?? "Deleted")
      .searchable(text: $searchText, prompt: "Search this list")
      .task(id: searchText) { await step.reportingErrors { try await model.search(searchText) } }
      .toolbar { ToolbarItemGroup(placement: .primaryAction) { tools } }
      .sheet(item: $sheet) { ListSheetView(sheet: $0, model: model) }
    }

    private func row(_ item: ShoppingItem) -> some View {
      ItemRow(item: item) { isCompleted in
        Task {
          await step.reportingErrors { try await model.setCompletion(of: item.id, to: isCompleted) }
        }
      } edit: {
        sheet = .item(item)
      } delete: {
        Task { await step.delete { try await model.delete(item.id) } }
      }
    }

    private func move(_ section: ListSection, from indices: IndexSet, to destination: Int) {
      guard let index = indices.first,
        let place = section.place(of: index, droppedAt: destination)
      else { return }
      let id = section.items[index].id
      Task { await step.reportingErrors { try await model.move(id, to: place) } }
    }

    @ViewBuilder private var tools: some View {
      Button("Undo") { Task { await step.undo(model.putBack) } }.disabled(step.deleted == nil)
      Menu {
        Button("Statistics") { sheet = .statistics }
        Button("Rename") { sheet = .title }
        Button("Clear the basket", role: .destructive) {
          Task { await step.delete { try await model.clearBasket() } }
        }
        .disabled(model.list?.completedCount ?? 0 == 0)
      } label: {
        Image(systemName: "ellipsis.circle")
      }
      Button("Add an item") { sheet = .newItem }
    }
  }

  /// The name of a category and the number of its items.
  struct SectionHeader: View {
    let category: CategoryStats

    var body: some View {
      HStack {
        Text("\(category.emoji) \(category.name)")
        Spacer()
        Text("\(category.completedCount)/\(category.itemCount)").font(.caption)
          .foregroundColor(.secondary)
      }
    }
  }
#endif
