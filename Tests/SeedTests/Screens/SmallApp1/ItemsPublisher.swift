// swift-format-ignore-file
import Combine
import LiveSQL

// The publisher of the page “A small app with records”, at length, word for word.

struct ItemsPublisher {
  let databaseWriter: DatabaseWriter

  func itemsPublisher() -> AnyPublisher<[Item], Error> {
      let valueObservation = ValueObservation.tracking
      { (database: Database) throws -> [Item] in
          try Item.all().fetchAll(database)
      }
      return valueObservation.publisher(in: databaseWriter)
          .eraseToAnyPublisher()
  }
}
