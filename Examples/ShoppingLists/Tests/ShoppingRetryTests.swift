import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// Writes on a server that fail once.
@Suite(.mayBlock, .requiresPostgres, .timeLimit(.hang)) struct ShoppingRetryTests {
  /// A failure of the first write of an item.
  enum Failure: String, CaseIterable {
    case conflict, lostConnection, lostDuringCommit

    /// The definition of a trigger that fails when it runs for the first time.
    ///
    /// The numbers of a sequence stay drawn although the transaction is rolled back.
    var sql: String {
      let failure =
        self == .conflict
        ? "RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'"
        : "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(600)"
      let (kind, time) =
        self == .lostDuringCommit ? ("CONSTRAINT", "DEFERRABLE INITIALLY DEFERRED") : ("", "")
      return """
        CREATE SEQUENCE attempts;
        CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN IF nextval('attempts') = 1 THEN \(failure); END IF; RETURN NULL; END $$;
        CREATE \(kind) TRIGGER fail AFTER INSERT OR UPDATE ON shopping_items \(time)
          FOR EACH ROW EXECUTE FUNCTION fail_once()
        """
    }
  }

  @Test(arguments: Failure.allCases)
  func `an item is added once, whatever fails`(failure: Failure) async throws {
    let fixture = try ShoppingFixture(.postgres)
    try fixture.fail(failure)
    let list = try await fixture.lists.createList(title: "Party")
    let item = try await fixture.items.createItem(
      name: "Milk",
      categoryId: 2,
      shoppingListId: list.id
    )
    #expect(try await fixture.items.fetchItems(forListId: list.id) == [item])
  }

  @Test(arguments: Failure.allCases)
  func `an item is ticked off once, unless the commit is unknown`(failure: Failure) async throws {
    let fixture = try ShoppingFixture(.postgres)
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    try fixture.fail(failure)
    if failure == .lostDuringCommit {
      let error = await #expect(throws: RepositoryError.self) {
        try await fixture.items.toggleCompletion(itemId: item.id)
      }
      guard case .queryFailed(let error as PostgresDatabaseError)? = error else {
        return #expect(Bool(false), "\(String(describing: error))")
      }
      #expect(error.code == .commitUnknown)
      // The trigger fails only once, and this commit was rolled back.
      try await fixture.items.setCompletion(itemId: item.id, to: true)
    } else {
      try await fixture.items.toggleCompletion(itemId: item.id)
    }
    let items = try await fixture.items.fetchItems(forListId: list.id)
    #expect(items.filter(\.isCompleted).map(\.id) == [item.id])
  }

  @Test func `setting the mark is repeated even if the commit is unknown`() async throws {
    let fixture = try ShoppingFixture(.postgres)
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    try fixture.fail(.lostDuringCommit)
    try await fixture.items.setCompletion(itemId: item.id, to: true)
    #expect(try await fixture.items.fetchItems(forListId: list.id).first?.isCompleted == true)
  }
}

extension ShoppingFixture {
  fileprivate func fail(_ failure: ShoppingRetryTests.Failure) throws {
    try #require(scratch).connect().execute(script: failure.sql)
  }
}
