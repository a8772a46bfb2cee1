#if canImport(SwiftUI)
  import SwiftUI

  /// A placeholder for empty content, optionally with a button.
  struct EmptyState: View {
    let symbol: String
    let title: String
    let text: String
    let add: (@MainActor () -> Void)?

    init(_ symbol: String, _ title: String, _ text: String, add: (@MainActor () -> Void)? = nil) {
      (self.symbol, self.title, self.text, self.add) = (symbol, title, text, add)
    }

    var body: some View {
      VStack(spacing: 16) {
        Image(systemName: symbol).font(.system(size: 60)).foregroundColor(.secondary)
        Text(title).font(.title2).fontWeight(.medium)
        Text(text).foregroundColor(.secondary).multilineTextAlignment(.center)
        if let add {
          Button("Add an item") { add() }.buttonStyle(.borderedProminent)
        }
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
  }
#endif
