#if canImport(SwiftUI)
  import Foundation
  import ShoppingListsModel
  import SwiftUI

  /// A sheet over a list.
  enum ListSheet: Identifiable {
    case newItem
    case item(ShoppingItem)
    case title
    case statistics

    var id: String {
      switch self {
      case .newItem: "new"
      case .item(let item): item.id
      case .title: "title"
      case .statistics: "statistics"
      }
    }
  }

  /// The content of a sheet over a list.
  struct ListSheetView: View {
    let sheet: ListSheet
    let model: ListModel

    var body: some View {
      switch sheet {
      case .newItem:
        let other = model.categories.last?.id ?? 0
        ItemForm(name: "New item", ItemDetails(name: "", categoryId: other), model.categories) {
          try await model.add($0)
        }
      case .item(let item):
        ItemForm(name: "Edit item", item.details, model.categories) {
          try await model.edit(item.id, from: item.details, to: $0)
        }
      case .title:
        TitleForm(name: "Rename", title: model.list?.title ?? "") { try await model.rename(to: $0) }
      case .statistics: StatisticsView(stats: model.stats)
      }
    }
  }

  /// The number of items in each category of a list.
  struct StatisticsView: View {
    let stats: [CategoryStats]

    var body: some View {
      NavigationStack {
        List {
          if stats.isEmpty {
            EmptyState("chart.bar", "Nothing to count", "The list has no items yet.")
          }
          ForEach(stats) { category in
            VStack(alignment: .leading, spacing: 4) {
              SectionHeader(category: category)
              ProgressView(value: Double(category.completedCount), total: Double(most))
              ProgressView(value: Double(category.itemCount), total: Double(most))
            }
          }
        }
        .navigationTitle("Statistics")
      }
    }

    private var most: Int { max(stats.map(\.itemCount).max() ?? 1, 1) }
  }
#endif
