/// The words that make up names.
///
/// Their order is part of the data: adding a word changes every shop.
enum ShopWords {
  static let firstNames = [
    "Ana", "Aiko", "Ben", "Camille", "Chidi", "Clara", "Daniel", "Dilnoza", "Elif", "Emma", "Farid",
    "Freya", "Giulia", "Grace", "Hana", "Hugo", "Ines", "Ivan", "Jack", "Jürgen", "Kaito", "Karin",
    "Lars", "Leïla", "Lucía", "Marek", "Mei", "Mohamed", "Nadia", "Noah", "Olga", "Oscar", "Pilar",
    "Priya", "Quentin", "Rafael", "Rosa", "Samir", "Søren", "Tariq", "Tess", "Uma", "Valentina",
    "Viktor", "Wanjiru", "Willem", "Xenia", "Yara", "Yusuf", "Zoë",
  ]

  static let lastNames = [
    "Abadi", "Almeida", "Andersen", "Bakker", "Becker", "Costa", "Dubois", "Eriksson", "Fernández",
    "Fischer", "García", "Haddad", "Hansen", "Ito", "Ivanova", "Jansen", "Johnson", "Kaya", "Kim",
    "Kowalski", "Lefèvre", "Lindqvist", "Lopes", "Martin", "Mbeki", "Moreau", "Müller", "Nakamura",
    "Nowak", "Núñez", "O'Brien", "Okafor", "Patel", "Petrov", "Quispe", "Rossi", "Ruiz", "Santos",
    "Sato", "Schmidt", "Silva", "Singh", "Smith", "Tanaka", "Urbina", "Van den Berg", "Weber",
    "Wójcik", "Yilmaz", "Zhang",
  ]

  /// Names in wide characters, with the family name first.
  static let wideNames = [
    "田中 愛子", "佐藤 海斗", "王 小明", "李 梅", "김 하나", "박 준호", "陳 美玲", "鈴木 花",
  ]

  static let businessKinds = ["GmbH", "Ltd", "& Sons", "S.A.", "AB", "Trading", "Studio", "B.V."]

  static let streets = [
    "Acacia Avenue", "Bahnhofstraße", "Calle Mayor", "Dorpsstraat", "Elm Street", "Færgevej",
    "Gran Vía", "Harbour Road", "Istiklal Caddesi", "Jalan Besar", "King's Road", "Lindenallee",
    "Mill Lane", "Nowy Świat", "Orchard Close", "Praça da Sé", "Queen Street", "Rue de la Paix",
    "Storgatan", "Via Roma",
  ]

  static let cities: [(city: String, country: String)] = [
    ("Amsterdam", "Netherlands"), ("Athens", "Greece"), ("Barcelona", "Spain"),
    ("Berlin", "Germany"), ("Bogotá", "Colombia"), ("Bristol", "United Kingdom"),
    ("Brussels", "Belgium"), ("Cairo", "Egypt"), ("Copenhagen", "Denmark"), ("Cusco", "Peru"),
    ("Dublin", "Ireland"), ("Gdańsk", "Poland"), ("Geneva", "Switzerland"), ("Helsinki", "Finland"),
    ("İzmir", "Türkiye"), ("Kraków", "Poland"), ("Kyoto", "Japan"), ("Lagos", "Nigeria"),
    ("Lisbon", "Portugal"), ("Lyon", "France"), ("Malmö", "Sweden"), ("Marrakesh", "Morocco"),
    ("Melbourne", "Australia"), ("Milan", "Italy"), ("Montréal", "Canada"), ("Mumbai", "India"),
    ("München", "Germany"), ("Nairobi", "Kenya"), ("Oslo", "Norway"), ("Portland", "United States"),
    ("Prague", "Czechia"), ("Reykjavík", "Iceland"), ("São Paulo", "Brazil"),
    ("Seoul", "South Korea"),
    ("Singapore", "Singapore"), ("Taipei", "Taiwan"), ("Tashkent", "Uzbekistan"),
    ("Tromsø", "Norway"),
    ("Vienna", "Austria"), ("Wellington", "New Zealand"),
  ]

  static let materials = [
    "Ash", "Bamboo", "Brass", "Cork", "Glass", "Leather", "Linen", "Oak", "Steel", "Stone",
    "Walnut",
    "Wool",
  ]

  /// Things, each with its category and usual price in cents.
  static let things: [(name: String, category: String, price: Int)] = [
    ("Armchair", "Furniture", 34_900), ("Basket", "Storage", 2_490), ("Bench", "Furniture", 18_900),
    ("Blanket", "Textiles", 6_900), ("Bookend", "Office", 1_990), ("Bowl", "Kitchen", 1_690),
    ("Candle Holder", "Decoration", 1_450), ("Clock", "Decoration", 4_900),
    ("Cushion", "Textiles", 2_950),
    ("Desk Lamp", "Lighting", 7_900), ("Floor Lamp", "Lighting", 14_900),
    ("Mirror", "Decoration", 9_900),
    ("Mug", "Kitchen", 1_290), ("Notebook Cover", "Office", 2_290), ("Rug", "Textiles", 24_900),
    ("Serving Board", "Kitchen", 3_490), ("Shelf", "Storage", 8_900), ("Stool", "Furniture", 7_490),
    ("Tray", "Kitchen", 2_190), ("Vase", "Decoration", 3_290),
  ]

  static let channels = ["web", "web", "web", "app", "app", "phone", "store"]

  static let carriers = ["Nordpost", "Swiftship", "Kolibri Express", "Blue Van"]
}
