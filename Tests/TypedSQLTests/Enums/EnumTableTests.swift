import Foundation
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct EnumTableTests {
  let row = EnumAttachment.columns

  @Test func `each case is a column or a group of columns`() {
    #expect(
      EnumAttachment.TableColumns.allColumns.map(\.name)
        == ["id", "link", "note", "videoURL", "videoKind", "imageCaption", "imageURL"]
    )
    let _: CaseColumn<EnumAttachment, String> = row.kind.note
    let _: CaseColumnGroup<EnumAttachment, EnumAttachment.Image> = row.kind.image
    let _: TableColumn<EnumAttachment, String?> = row.kind.image.caption
  }

  @Test func `a condition tests which case a row has`() {
    assertSQL(expression: row.kind.is(\.note)) { #"("enumAttachments"."note") IS NOT (NULL)"# }
    assertSQL(expression: row.kind.is(\.video)) {
      """
      ("enumAttachments"."videoURL", "enumAttachments"."videoKind") IS NOT (NULL, NULL)
      """
    }
    assertSQL(expression: EnumPost.columns.is(\.note)) { #"("enumPosts"."note") IS NOT (NULL)"# }
  }

  @Test func `an optional row and an alias have the columns of the cases`() {
    enum A: AliasName {}
    assertSQL(expression: EnumAttachment?.columns.kind.is(\.note)) {
      #"("enumAttachments"."note") IS NOT (NULL)"#
    }
    assertSQL(expression: TableAlias<EnumAttachment, A>.columns.kind.image.caption) {
      #""as"."imageCaption""#
    }
  }

  @Test func `a value has NULL for the columns of other cases`() throws {
    let attachment = EnumAttachment(id: 1, kind: .note("Buy milk"))
    assertSQL(expression: attachment) { "1, NULL, 'Buy milk', NULL, NULL, NULL, NULL" }
    let image = EnumAttachment.Image(
      caption: "Blob",
      url: try #require(URL(string: "https://a.b/c"))
    )
    assertSQL(expression: EnumAttachment.Kind.image(image)) {
      "NULL, NULL, NULL, NULL, 'Blob', 'https://a.b/c'"
    }
  }

  @Test func `a selection fills the columns of one case`() {
    let selection = EnumAttachment.Columns(
      id: 1,
      kind: EnumAttachment.Kind.Columns.note("Buy milk")
    )
    #expect(
      selection._selectionFragment.description(layout: .singleLine) == """
        1 AS "id", NULL AS "link", 'Buy milk' AS "note", NULL AS "videoURL", NULL AS "videoKind", \
        NULL AS "imageCaption", NULL AS "imageURL"
        """
    )
  }

  @Test func `a value can stand for its columns in a selection`() {
    let selection = EnumAttachment.Columns(id: 1, kind: EnumAttachment.Kind.note("Buy milk"))
    #expect(selection.allColumns.count == 7)
  }

  @Test func `a draft with a case is inserted`() {
    assertSQL(EnumAttachment.insert { EnumAttachment.Draft(kind: .note("Buy milk")) }) {
      """
      INSERT INTO "enumAttachments"
      ("id", "link", "note", "videoURL", "videoKind", "imageCaption", "imageURL")
      VALUES
      (NULL, NULL, 'Buy milk', NULL, NULL, NULL, NULL)
      """
    }
  }

  @Test func `setting an enum value sets the columns of all cases`() {
    assertSQL(EnumAttachment.find(1).update { $0.kind = .note("Buy milk") }) {
      """
      UPDATE "enumAttachments"
      SET "link" = NULL, "note" = 'Buy milk', "videoURL" = NULL, "videoKind" = NULL, \
      "imageCaption" = NULL, "imageURL" = NULL
      WHERE (("enumAttachments"."id") IN ((1)))
      """
    }
  }

  @Test func `setting one case sets the others to NULL`() {
    assertSQL(EnumAttachment.find(1).update { $0.kind.note = #bind("Buy milk") }) {
      """
      UPDATE "enumAttachments"
      SET "link" = NULL, "note" = 'Buy milk', "videoURL" = NULL, "videoKind" = NULL, \
      "imageCaption" = NULL, "imageURL" = NULL
      WHERE (("enumAttachments"."id") IN ((1)))
      """
    }
  }

  @Test func `setting a case of several columns sets the others to NULL`() throws {
    let url = try #require(URL(string: "https://a.b/c"))
    assertSQL(
      EnumAttachment.find(1).update {
        $0.kind.image = EnumAttachment.Image(caption: "Blob", url: url)
      }
    ) {
      """
      UPDATE "enumAttachments"
      SET "link" = NULL, "note" = NULL, "videoURL" = NULL, "videoKind" = NULL, \
      "imageCaption" = 'Blob', "imageURL" = 'https://a.b/c'
      WHERE (("enumAttachments"."id") IN ((1)))
      """
    }
    assertSQL(
      EnumAttachment.find(1).update {
        $0.kind.image = EnumAttachment.Image.Columns(caption: #bind("Blob"), url: #bind(url))
      }
    ) {
      """
      UPDATE "enumAttachments"
      SET "link" = NULL, "note" = NULL, "videoURL" = NULL, "videoKind" = NULL, \
      "imageCaption" = 'Blob', "imageURL" = 'https://a.b/c'
      WHERE (("enumAttachments"."id") IN ((1)))
      """
    }
  }

  @Test func `cases can be selected and tested in a condition`() {
    assertSQL(
      EnumAttachment.where { $0.kind.is(\.note) }.select { ($0.kind.note, $0.kind.image) }
    ) {
      """
      SELECT "enumAttachments"."note", "enumAttachments"."imageCaption", "enumAttachments"."imageURL"
      FROM "enumAttachments"
      WHERE (("enumAttachments"."note") IS NOT (NULL))
      """
    }
    assertSQL(EnumAttachment.select(\.kind)) {
      """
      SELECT "enumAttachments"."link", "enumAttachments"."note", "enumAttachments"."videoURL", \
      "enumAttachments"."videoKind", "enumAttachments"."imageCaption", "enumAttachments"."imageURL"
      FROM "enumAttachments"
      """
    }
  }

  @Test func `the case whose columns are not NULL is decoded`() throws {
    let null = QueryBinding.null
    var decoder = BindingsDecoder([.int(1), null, .text("Buy milk"), null, null, null, null])
    #expect(
      try EnumAttachment(decoder: &decoder) == EnumAttachment(id: 1, kind: .note("Buy milk"))
    )
    var video = BindingsDecoder([
      .int(1), null, null, .text("https://a.b"), .text("vimeo"), null, null,
    ])
    let url = try #require(URL(string: "https://a.b"))
    #expect(
      try EnumAttachment(decoder: &video).kind
        == .video(EnumAttachment.Video(url: url, kind: .vimeo))
    )
    var empty = BindingsDecoder([.int(1), null, null, null, null, null, null])
    #expect(throws: QueryDecodingError.self) { try EnumAttachment(decoder: &empty) }
  }
}
