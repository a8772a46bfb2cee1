import LiveSQL

/// The types in `Written/OddTables.swift`.
let oddTables: [any LiveSQL.Table.Type] = [
  _2020Sale.self, DateRow.self, Id.self, Keyword.self, Member.self, NoteText.self,
  OrderLine.self, PartWeight.self, Part.self, PeopleStatus.self, PlaceBox.self, Place.self,
  SayHi1.self, SelectionRow.self, StringRow.self, TableRow.self, TableRow2.self, Untyped.self,
  Unnamed.self,
]

/// The types in `Written/NorthwindTables.swift`.
let northwindTables: [any LiveSQL.Table.Type] = [
  AlphabeticalListOfProduct.self, Category.self, CategorySalesFor1997.self,
  CurrentProductList.self,
  CustomerAndSuppliersByCity.self, CustomerCustomerDemo.self, CustomerDemographic.self,
  Customer.self, Employee.self, EmployeeTerritory.self, Invoice.self, OrderDetail.self,
  OrderDetailsExtended.self, OrderSubtotal.self, Order.self, OrdersQry.self,
  ProductSalesFor1997.self, ProductDetailsV.self, Product.self, ProductsAboveAveragePrice.self,
  ProductsByCategory.self, QuarterlyOrder.self, Region.self, SalesByCategory.self,
  SalesTotalsByAmount.self, Shipper.self, SummaryOfSalesByQuarter.self, SummaryOfSalesByYear.self,
  Supplier.self, Territory.self,
]
