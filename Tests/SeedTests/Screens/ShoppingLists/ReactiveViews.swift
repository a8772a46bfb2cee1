// swift-format-ignore-file
import LiveSQL
import SwiftUI

// The screens of the page “Type-safe queries and UI binding”, word for word.

// MARK: - Main Content View
public struct ReactiveContentView: View {
    @FetchShoppingLists private var lists
    @State private var selectedList: ShoppingListWithCount?
    @State private var showingAddList = false

    public init() {}

    public var body: some View {
        NavigationSplitView {
            ReactiveListsView(
                lists: lists,
                selectedList: $selectedList,
                showingAddList: $showingAddList
            )
        } detail: {
            if let selectedList {
                ReactiveListDetailView(list: selectedList)
            } else {
                PlaceholderView()
            }
        }
    }
}

// MARK: - Reactive Lists Overview
struct ReactiveListsView: View {
    let lists: [ShoppingListWithCount]
    @Binding var selectedList: ShoppingListWithCount?
    @Binding var showingAddList: Bool

    var body: some View {
        List(selection: $selectedList) {
            ForEach(lists) { list in
                NavigationLink(value: list) {
                    ReactiveListRowView(list: list)
                }
            }
        }
        .navigationTitle("Boodschappenlijsten")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Nieuwe Lijst") {
                    showingAddList = true
                }
            }
        }
        .sheet(isPresented: $showingAddList) {
            AddListView()
        }
    }
}

// MARK: - Reactive List Row with Real-time Updates
struct ReactiveListRowView: View {
    let list: ShoppingListWithCount

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Text(list.title)
                    .font(.headline)

                Spacer()

                Text("\\(list.completedCount)/\\(list.itemCount)")
                    .font(.caption)
                    .foregroundColor(.secondary)
            }

            ProgressView(value: list.completionPercentage)
                .tint(.green)

            Text("Bijgewerkt \\(list.updatedAt.formatted(.relative(presentation: .named)))")
                .font(.caption2)
                .foregroundColor(.secondary)
        }
        .padding(.vertical, 2)
    }
}

// MARK: - Reactive List Detail View
struct ReactiveListDetailView: View {
    let list: ShoppingListWithCount
    @FetchShoppingItems private var items
    @FetchCategoryStats private var categoryStats
    @State private var searchText = ""
    @State private var showingAddItem = false

    init(list: ShoppingListWithCount) {
        self.list = list
        self._items = FetchShoppingItems(listId: list.id)
        self._categoryStats = FetchCategoryStats(listId: list.id)
    }

    var body: some View {
        List {
            if items.isEmpty {
                EmptyStateView {
                    showingAddItem = true
                }
            } else {
                // Group items by category
                ForEach(categoryStats) { categoryStat in
                    let categoryItems = items.filter { $0.categoryId == categoryStat.id }

                    if !categoryItems.isEmpty {
                        Section {
                            ForEach(categoryItems) { item in
                                ReactiveItemRowView(item: item)
                            }
                        } header: {
                            HStack {
                                Text("\\(categoryStat.emoji) \\(categoryStat.name)")
                                Spacer()
                                if categoryStat.itemCount > 0 {
                                    Text("\\(categoryStat.completedCount)/\\(categoryStat.itemCount)")
                                        .font(.caption)
                                        .foregroundColor(.secondary)
                                }
                            }
                        }
                    }
                }
            }
        }
        .navigationTitle(list.title)
        .searchable(text: $searchText, prompt: "Zoek items")
        .toolbar {
            ToolbarItemGroup(placement: .primaryAction) {
                Menu {
                    Button("Voltooide items verwijderen") {
                        Task { await clearCompleted() }
                    }
                    .disabled(list.completedCount == 0)
                } label: {
                    Image(systemName: "ellipsis.circle")
                }

                Button("Item toevoegen") {
                    showingAddItem = true
                }
            }
        }
        .sheet(isPresented: $showingAddItem) {
            AddItemView(listId: list.id)
        }
    }

    @MainActor
    private func clearCompleted() async {
        // Repository call - UI will update automatically via @FetchAll
        let itemRepo = ShoppingItemRepository()
        try? await itemRepo.deleteCompletedItems(forListId: list.id)
    }
}

// MARK: - Reactive Item Row
struct ReactiveItemRowView: View {
    let item: ItemWithCategory
    @State private var showingEditSheet = false

    var body: some View {
        HStack(spacing: 12) {
            // Completion checkbox
            Button {
                Task { await toggleCompletion() }
            } label: {
                Image(systemName: item.isCompleted ? "checkmark.circle.fill" : "circle")
                    .font(.title2)
                    .foregroundColor(item.isCompleted ? .green : .secondary)
            }
            .buttonStyle(.plain)

            // Item content
            VStack(alignment: .leading, spacing: 2) {
                Text(item.displayName)
                    .strikethrough(item.isCompleted)
                    .foregroundColor(item.isCompleted ? .secondary : .primary)

                if !item.notes.isEmpty {
                    Text(item.notes)
                        .font(.caption)
                        .foregroundColor(.secondary)
                        .lineLimit(1)
                }
            }
        }
        .contentShape(Rectangle())
        .onTapGesture {
            showingEditSheet = true
        }
        .sheet(isPresented: $showingEditSheet) {
            EditItemView(item: item)
        }
    }

    @MainActor
    private func toggleCompletion() async {
        // Repository call - UI will update automatically via @FetchAll
        let itemRepo = ShoppingItemRepository()
        try? await itemRepo.toggleCompletion(itemId: item.id)
    }
}

// MARK: - Placeholder View
struct PlaceholderView: View {
    var body: some View {
        VStack(spacing: 20) {
            Image(systemName: "list.clipboard")
                .font(.system(size: 80))
                .foregroundColor(.secondary)

            VStack(spacing: 8) {
                Text("Selecteer een lijst")
                    .font(.title2)
                    .fontWeight(.medium)

                Text("Kies een boodschappenlijst om de items te bekijken")
                    .font(.body)
                    .foregroundColor(.secondary)
                    .multilineTextAlignment(.center)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Color(.systemGroupedBackground))
    }
}

// MARK: - Empty State View
struct EmptyStateView: View {
    let onAddItem: () -> Void

    var body: some View {
        VStack(spacing: 16) {
            Image(systemName: "cart")
                .font(.system(size: 60))
                .foregroundColor(.secondary)

            VStack(spacing: 8) {
                Text("Je lijst is leeg")
                    .font(.title2)
                    .fontWeight(.medium)

                Text("Voeg wat items toe om te beginnen")
                    .font(.body)
                    .foregroundColor(.secondary)
            }

            Button("Item toevoegen") {
                onAddItem()
            }
            .buttonStyle(.borderedProminent)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Color(.systemGroupedBackground))
    }
}

#Preview {
    ReactiveContentView()
}
