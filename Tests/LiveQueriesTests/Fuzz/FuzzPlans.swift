import LiveSQL

/// A comparison of the plans of live queries with their plans on a fresh connection: earlier events
/// must not make a query slower for ever.
struct FuzzPlans {
  private let script: FuzzScript
  private let bench: FuzzBench
  private let bell: FuzzBell

  init(_ script: FuzzScript, _ bench: FuzzBench, _ bell: FuzzBell) {
    self.script = script
    self.bench = bench
    self.bell = bell
  }

  /// - Returns: What is wrong with the plans of a place.
  func complaint(_ place: FuzzPlace, _ patience: FuzzPatience) async throws -> String? {
    guard script.layout.isFile, try !hasTemporary(place.database) else { return nil }
    let fresh = FuzzPlace(
      "afresh",
      try bench.fresh(),
      .immediate,
      schemas: ["main", "extra"],
      queries: script.queries,
      bell
    )
    for subject in fresh.subjects { await subject.use(.watch) }
    if let wrong = try await fresh.complaint(isStrict: false, patience) { return wrong }
    for (old, new) in zip(place.subjects, fresh.subjects) where old.isWatched {
      guard let plan = old.plan, let wanted = new.plan, plan != wanted else { continue }
      return "\(old.name): the plan is “\(plan)”, and on a fresh connection “\(wanted)”"
    }
    return nil
  }

  /// Whether the connection has temporary tables or views.
  private func hasTemporary(_ database: any DatabaseWriter) throws -> Bool {
    try database.unsafeRead { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_temp_master") ?? 0 > 0
    }
  }
}
