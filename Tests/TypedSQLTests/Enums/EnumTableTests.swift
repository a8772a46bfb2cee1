import Foundation
import Testing
import TypedSQL

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

  @Test func `asks for a case`() {
    assertSQL(expression: row.kind.is(\.note)) { #"("enumAttachments"."note") IS NOT (NULL)"# }
    assertSQL(expression: row.kind.is(\.video)) {
      """
      ("enumAttachments"."videoURL", "enumAttachments"."videoKind") IS NOT (NULL, NULL)
      """
    }
    assertSQL(expression: EnumPost.columns.is(\.note)) { #"("enumPosts"."note") IS NOT (NULL)"# }
  }

  @Test func `a case of a row that may be missing, and of an alias`() {
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

  @Test func `a value stands for its columns in a selection`() {
    let selection = EnumAttachment.Columns(id: 1, kind: EnumAttachment.Kind.note("Buy milk"))
    #expect(selection.allColumns.count == 7)
  }
}
