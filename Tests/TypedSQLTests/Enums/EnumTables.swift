import Foundation
import TypedSQL
import TypedSQLMacroDeclarations

@Table struct EnumAttachment: Equatable {
  let id: Int
  let kind: Kind

  @Selection enum Kind: Equatable {
    case link(URL)
    case note(String)
    case video(Video)
    case image(Image)
  }

  @Selection struct Video: Equatable {
    @Column("videoURL")
    let url: URL
    @Column("videoKind")
    var kind: VideoKind?
  }

  enum VideoKind: String, QueryBindable {
    case youtube, vimeo
  }

  @Selection struct Image: Equatable {
    @Column("imageCaption")
    let caption: String
    @Column("imageURL")
    let url: URL
  }
}

@Table enum EnumPost {
  case photo(EnumAttachment.Image)
  case note(String)
}
