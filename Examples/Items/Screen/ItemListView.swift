#if canImport(SwiftUI)
  import Foundation
  public import ItemsModel
  public import SwiftUI

  /// The list of items: tap one to edit it, swipe it to delete it.
  ///
  /// ```swift
  /// @main struct ItemsApp: App {
  ///   private let model = Result {
  ///     try ItemListModel(database: AppDatabase(path: AppDatabase.defaultPath()))
  ///   }
  ///
  ///   var body: some Scene {
  ///     WindowGroup {
  ///       switch model {
  ///       case .success(let model): ItemListView(model: model)
  ///       case .failure(let error): Text("\(error)")
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  public struct ItemListView: View {
    @State private var model: ItemListModel
    @State private var editor: ItemEditorModel?
    @State private var problem: String?

    /// Creates a list for a model.
    public init(model: ItemListModel) { _model = State(wrappedValue: model) }

    /// The list, with buttons above it.
    public var body: some View {
      NavigationStack {
        List {
          ForEach(model.items) { item in
            Button {
              editor = model.newItemEditorModel(for: item)
            } label: {
              ItemRow(item: item)
            }
          }
          .onDelete { delete(at: $0) }
          if let problem { Text(problem) }
        }
        .navigationTitle("\(model.items.count) Items")
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button(model.ordering.title) { model.nextOrdering() }
          }
          ToolbarItem(placement: .primaryAction) {
            Button("Undo") { reportingErrors { try model.undo() } }.disabled(!model.canUndo)
          }
          ToolbarItem(placement: .primaryAction) {
            Button("New") { addRandomItem() }
          }
          ToolbarItem(placement: .primaryAction) {
            Button("Add") { editor = model.newItemEditorModel(for: .new()) }
          }
        }
        .sheet(item: $editor) { ItemEditorView(editor: $0) }
      }
    }

    private func addRandomItem() { reportingErrors { _ = try model.newRandomItem() } }

    private func delete(at offsets: IndexSet) {
      reportingErrors { try model.deleteItems(atOffsets: offsets) }
    }

    /// Performs an action, and shows an error if it fails.
    private func reportingErrors(_ body: () throws -> Void) {
      do {
        try body()
        problem = nil
      } catch {
        problem = "\(error)"
      }
    }
  }

  /// An item in the list, with its name, notes and quantity.
  struct ItemRow: View {
    let item: Item

    var body: some View {
      HStack {
        VStack(alignment: .leading) {
          Text(item.name)
          if !item.notes.isEmpty { Text(item.notes).font(.caption) }
        }
        Spacer()
        Text(item.quantity.map(String.init) ?? "")
      }
    }
  }
#endif
