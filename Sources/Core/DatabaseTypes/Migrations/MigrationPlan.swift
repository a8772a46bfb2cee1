/// The SQL of the migrations that a database still needs.
///
/// ```swift
/// let plan = try migrator.plan(for: database)
/// print(plan.sql)
/// // -- Create reminders
/// // CREATE TABLE "reminders" (…);
/// ```
public struct MigrationPlan: Sendable, Hashable {
  /// A migration of the plan.
  public struct Step: Sendable, Hashable {
    /// The identifier of the migration.
    public let identifier: String
    /// The statements that it runs, in order, with placeholders for bound values.
    public let statements: [String]

    /// Creates a step from recorded statements, without those of transactions.
    package init(identifier: String, recorded statements: [String]) {
      self.identifier = identifier
      self.statements = statements.filter { !Self.isControl($0) }
    }

    /// Whether a statement begins or ends a transaction or a savepoint, or a trigger runs it.
    private static func isControl(_ sql: String) -> Bool {
      let text = sql.drop(while: \.isWhitespace)
      // A statement of a trigger is traced as a comment.
      if text.hasPrefix("--"), !text.contains(where: \.isNewline) { return true }
      let word = text.prefix(while: \.isLetter).uppercased()
      return ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"].contains(word)
    }
  }

  /// The migrations, in the order in which they will run.
  public let steps: [Step]

  /// Creates a plan.
  package init(steps: [Step]) { self.steps = steps }

  /// The whole plan as text, with a comment before the statements of each migration.
  public var sql: String {
    steps.map { step in
      let title = "-- " + step.identifier.split(whereSeparator: \.isNewline).joined(separator: " ")
      return ([title] + step.statements.map { "\($0);" }).joined(separator: "\n")
    }
    .joined(separator: "\n\n")
  }
}
