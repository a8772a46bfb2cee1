import LiveSQL
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@Suite struct ResultsSectionTests {
  let sections: ResultsSectionCollection<Chore, String?>

  init() throws {
    sections = try choresDatabase().read { db in
      try Chore.order(by: \.title).fetchAll(db, sectionBy: \.category)
    }
  }

  @Test func `sections are found by their name`() throws {
    let garden = try #require(sections[sectionName: "Garden"])
    #expect(garden.name == "Garden")
    #expect(garden.map(\.title) == ["Mow", "Rake"])
    #expect(sections[sectionName: nil]?.map(\.title) == ["Rest"])
    #expect(sections[sectionName: "Attic"] == nil)
    #expect(sections.contains(sectionName: "Kitchen"))
    #expect(sections.contains(sectionName: nil))
    #expect(!sections.contains(sectionName: "Attic"))
  }

  @Test func `the index of a name is the index of its section`() throws {
    for (index, name) in sections.sectionNames.enumerated() {
      #expect(sections.index(ofSectionNamed: name) == index)
      #expect(sections[index].name == name)
    }
    #expect(sections.index(ofSectionNamed: "Attic") == nil)
  }

  @Test func `indices count from zero`() {
    #expect(sections.indices == 0..<3)
    #expect(sections.map { Array($0.indices) } == [[0], [0, 1], [0]])
    #expect(sections[1][0].title == "Mow")
    #expect(sections[1][1].title == "Rake")
    #expect(sections[1].last?.title == "Rake")
    #expect(sections.reversed().map(\.name) == ["Kitchen", "Garden", nil])
    #expect(sections[1...].map(\.count) == [2, 1])
  }

  @Test func `a section is identified by its name`() {
    #expect(sections.map(\.id) == [nil, "Garden", "Kitchen"])
    #expect(Set(sections.map(\.id)).count == sections.count)
  }

  @Test func `sections are equal if their names and rows are`() throws {
    let same = try choresDatabase().read { db in
      try Chore.order(by: \.title).fetchAll(db, sectionBy: \.category)
    }
    let other = try choresDatabase().read { db in
      try Chore.order { $0.title.desc() }.fetchAll(db, sectionBy: \.category)
    }
    #expect(sections == same)
    #expect(sections != other)
    #expect(sections[0] == other[0])
    #expect(sections[1] != other[1])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `rows are in the section of their name and keep their order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = (0..<30).map { _ in Int.random(in: 0..<6, using: &random) }
    let named = names.enumerated().map { (row: $0.offset, name: $0.element) }
    let sections = ResultsSectionCollection(
      seed.isMultiple(of: 2) ? named : named.sorted { $0.name < $1.name }
    )
    #expect(Set(sections.sectionNames) == Set(names))
    #expect(Set(sections.sectionNames).count == sections.count)
    for section in sections {
      #expect(Array(section) == names.indices.filter { names[$0] == section.name })
    }
  }
}
