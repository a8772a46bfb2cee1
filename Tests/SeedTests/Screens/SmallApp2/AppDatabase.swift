// swift-format-ignore-file
import Combine
import LiveSQL

// The page “A small app with records”, word for word.

struct AppDatabase {
    private let databaseWriter: DatabaseWriter

    init(_ databaseWriter: DatabaseWriter) throws {
        self.databaseWriter = databaseWriter
        try migrator.migrate(databaseWriter)
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        #if DEBUG
        migrator.eraseDatabaseOnSchemaChange = true
        #endif
        migrator.registerMigration("createItem") { database in
            try database.create(table: "item") { tableDefinition in
                tableDefinition.autoIncrementedPrimaryKey("id")
                tableDefinition.column("name", .text).notNull()
                tableDefinition.column("quantity", .integer)
            }
        }
        return migrator
    }
}

extension AppDatabase {
    func saveItem(_ item: inout Item) throws {
        try databaseWriter.write { database in
            try item.save(database)
        }
    }

    func deleteItems(ids: [Int64]) throws {
        try databaseWriter.write { database in
            _ = try Item.deleteAll(database, keys: ids)
        }
    }

    func itemsPublisher() -> AnyPublisher<[Item], Error> {
        ValueObservation.tracking(Item.all().fetchAll)
            .publisher(in: databaseWriter)
            .eraseToAnyPublisher()
    }
}
