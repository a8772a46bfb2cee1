/// A comparison of the library with a baseline that does the same work.
///
/// The baseline is mostly the fastest raw calls of SQLite that Swift can make.
protocol Question: SendableMetatype {
  /// The name on the command line.
  static var name: String { get }
  /// The work that is measured, in a few words.
  static var work: String { get }
  /// The largest acceptable ratio of our time to that of the baseline; `nil` if the question only
  /// shows a cost.
  static var bar: Double? { get }

  /// Creates what is measured, in an empty folder.
  init(in folder: String) throws

  /// Prepares both sides for a round; this is not measured.
  mutating func prepare() throws
  /// Does the work with the baseline, and returns a part of the result.
  func baseline() throws -> Int
  /// Does the same work with the library, and returns the same part.
  func ours() throws -> Int
}

extension Question {
  mutating func prepare() throws {}
}

/// All questions, in the order of the table.
let allQuestions: [AnyQuestion] = sqliteQuestions + postgresQuestions

private let sqliteQuestions: [AnyQuestion] = [
  AnyQuestion(ReadIntegers.self),
  AnyQuestion(ReadOrders.self),
  AnyQuestion(LookUpByKey.self),
  AnyQuestion(InsertInOneTransaction.self),
  AnyQuestion(InsertTransactions.self),
  AnyQuestion(InsertTransactionsCaptured.self),
  AnyQuestion(InsertTransactionsObserved.self),
  AnyQuestion(InsertTransactionsShared.self),
  AnyQuestion(NeighbourTransactions.self),
  AnyQuestion(DeleteAll.self),
  AnyQuestion(AsyncReadsOfOneTask.self),
  AnyQuestion(AsyncReadsOf8Tasks.self),
  AnyQuestion(AsyncReadsOf100Tasks.self),
  AnyQuestion(FetchOrders.self),
  AnyQuestion(FetchTwoTables.self),
  AnyQuestion(FetchThreeTables.self),
  AnyQuestion(FetchIntegers.self),
  AnyQuestion(InsertRecords.self),
  AnyQuestion(FindByKey.self),
  AnyQuestion(FindByBuiltQuery.self),
  AnyQuestion(FindByPreparedQuery.self),
  AnyQuestion(InsertRecordsOneByOne.self),
  AnyQuestion(InsertRecordTransactions.self),
  AnyQuestion(UpdateRow.self),
  AnyQuestion(UpsertRow.self),
  AnyQuestion(UpdateFound.self),
  AnyQuestion(RecordsFetch.self),
  AnyQuestion(RecordsInsert.self),
  AnyQuestion(RecordsUpdateChanges.self),
  AnyQuestion(RecordsFilter.self),
  AnyQuestion(RowByName.self),
  AnyQuestion(PatchInPlaceOfFew.self),
  AnyQuestion(PatchInPlace.self),
  AnyQuestion(PatchManyInPlace.self),
  AnyQuestion(PatchMove.self),
  AnyQuestion(PatchWindow.self),
]

/// A question of any type.
struct AnyQuestion: Sendable {
  let name: String
  let work: String
  let bar: Double?
  let measure: @Sendable (_ folder: String, _ rounds: Int, _ clock: Clock) throws -> Samples

  init<Asked: Question>(_ type: Asked.Type) {
    name = type.name
    work = type.work
    bar = type.bar
    measure = { folder, rounds, clock in
      var question = try Asked(in: folder)
      return try Samples(of: &question, rounds: rounds, clock: clock)
    }
  }
}
