import DatabaseTypes
import Testing

/// Patterns for violated constraints.
@Suite struct DatabaseConstraintTests {
  private struct Failure: ConstraintError { var violation: ConstraintViolation? }
  private enum SignUpError: Error { case nameTaken, other }

  private let name = Failure(
    violation: .unique(table: "players", columns: ["first", "last"], constraint: "byName")
  )

  @Test(
    arguments: [
      (.unique("players"), true), (.unique("Players", "last", "FIRST"), true),
      (.unique("players", "first"), false), (.unique("players", "first", "other"), false),
      (.unique("teams"), false), (.named("byName"), true), (.check("byName"), false),
      (.notNull("players", "first"), false), (.foreignKey("players"), false),
    ] as [(DatabaseConstraint, Bool)]
  )
  func `a constraint is compared by table and columns or by name`(
    constraint: DatabaseConstraint,
    expected: Bool
  ) { #expect((constraint ~= name) == expected) }

  @Test func `a primary key is a unique key`() {
    let key = Failure(violation: .primaryKey(table: "t", columns: ["id"], constraint: nil))
    #expect(DatabaseConstraint.unique("t", "id") ~= key)
  }

  @Test func `what is not known matches nothing`() {
    let key = Failure(violation: .foreignKey(table: nil, columns: [], constraint: nil))
    #expect(!(DatabaseConstraint.foreignKey("t") ~= key))
    #expect(!(DatabaseConstraint.named("") ~= key))
    #expect(!(DatabaseConstraint.named("") ~= Failure()))
    #expect(!(DatabaseConstraint.named("") ~= CancellationError()))
  }

  @Test func `a catch clause names a constraint`() {
    var caught = ""
    do { throw name } catch DatabaseConstraint.check("positive") {
      caught = "check"
    } catch DatabaseConstraint.unique("players", "first", "last") {
      caught = "unique"
    } catch { caught = "other" }
    #expect(caught == "unique")
  }

  @Test func `the first violated constraint decides which error is thrown`() async throws {
    #expect(throws: SignUpError.nameTaken) {
      try mappingConstraints([
        .check("positive"): SignUpError.other, .unique("players"): SignUpError.nameTaken,
        .named("byName"): SignUpError.other,
      ]) { throw name }
    }
    await #expect(throws: SignUpError.nameTaken) {
      try await mappingConstraints([.unique("players"): SignUpError.nameTaken]) {
        await Task.yield()
        throw name
      }
    }
  }

  @Test func `other errors and results are unchanged`() async throws {
    let errors: KeyValuePairs<DatabaseConstraint, any Error> = [
      .named("x"): SignUpError.other
    ]
    #expect(throws: Failure.self) { try mappingConstraints(errors) { throw name } }
    let (one, two) = (1, 2)
    #expect(try mappingConstraints(errors) { one } == 1)
    let result = try await mappingConstraints(errors) {
      await Task.yield()
      return two
    }
    #expect(result == 2)
  }
}
