import LiveSQL
import SwiftUI

// What the blocks name and no block declares.

extension MyApp {
  init() { self.init(connection: openConnection()) }
}

/// Opens the connection, as the comment in the block has it.
func openConnection() -> SQLiteConnection { fatalError("Nobody runs this.") }

struct ChildView: View {
  let connection: SQLiteConnection

  var body: some View { EmptyView() }
}
