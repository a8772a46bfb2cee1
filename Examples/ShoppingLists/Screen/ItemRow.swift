#if canImport(SwiftUI)
  import ShoppingListsModel
  import SwiftUI

  /// A row for an item: tapping the circle checks it, tapping the text edits it.
  struct ItemRow: View {
    let item: ShoppingItem
    let check: @MainActor (_ isCompleted: Bool) -> Void
    let edit: @MainActor () -> Void
    let delete: @MainActor () -> Void

    var body: some View {
      HStack(spacing: 12) {
        Button {
          check(!item.isCompleted)
        } label: {
          Image(systemName: item.isCompleted ? "checkmark.circle.fill" : "circle").font(.title2)
            .foregroundColor(item.isCompleted ? .green : .secondary)
        }
        .buttonStyle(.plain)
        VStack(alignment: .leading, spacing: 2) {
          Text(item.displayName).strikethrough(item.isCompleted)
            .foregroundColor(item.isCompleted ? .secondary : .primary)
          if !item.notes.isEmpty {
            Text(item.notes).font(.caption).foregroundColor(.secondary).lineLimit(3)
          }
        }
        .contentShape(Rectangle())
        .onTapGesture { edit() }
        Spacer()
        if let amount = item.amount {
          Text(amount.amountText).font(.caption).foregroundColor(.secondary)
        }
        Button("Delete", role: .destructive) { delete() }
      }
    }
  }
#endif
