/// A day in the proleptic Gregorian calendar.
struct CivilDate: Equatable {
  let year: Int64
  let month: Int
  let day: Int

  /// The number of days from 0000-03-01 to 2000-01-01.
  private static let toMillennium: Int64 = 730_425
  /// The number of days in 400 years.
  private static let perEra: Int64 = 146_097

  /// Creates a date from the number of days since 2000-01-01.
  ///
  /// Internally, years begin in March, so a leap day is the last day of its year.
  init(daysSince2000 days: Int64) {
    let (era, dayOfEra) = (days + Self.toMillennium).flooredQuotient(by: Self.perEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  init?(year: Int64, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day), year.magnitude < 10_000_000 else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
    guard CivilDate(daysSince2000: daysSince2000) == self else { return nil }
  }

  var daysSince2000: Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotient(by: 400)
    let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.perEra + dayOfEra - Self.toMillennium
  }

  /// The date as text, and whether its year is BC.
  var parts: (text: String, isBefore: Bool) {
    let shown = year > 0 ? year : 1 - year
    return ("\(shown.padded(4))-\(Int64(month).padded(2))-\(Int64(day).padded(2))", year <= 0)
  }
}
