import Testing

@testable import Studio

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("x", 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"),
    ("x", 56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"),
    ("x", 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"),
    ("xy", 500, "1eb9741ce7e10669660afebadde14fe5dadbfde7f997c0f2582f875a2137d8ec"),
  ])
  func `the hash is that of other programs`(text: String, count: Int, expected: String) {
    let bytes = Array(String(repeating: text, count: count).utf8)
    #expect(WireCell.hex(SHA256.hash(bytes)) == expected)
  }
}
