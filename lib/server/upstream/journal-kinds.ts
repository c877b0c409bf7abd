import 'server-only';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Journal fields that arrive as JSON numbers: 14 integers and 46 decimals (interface section 2.3). */
export const numberFields = words(`
  LineNo AppliestoEntry ItemShptEntryNo LastItemLedgerEntryNo DocumentLineNo OrderLineNo DimensionSetID NewDimensionSetID
  JobContractEntryNo Level AppliesfromEntry AppliestoValueEntry RoutingReferenceNo ProdOrderCompLineNo
  Quantity InvoicedQuantity UnitAmount UnitCost Amount DiscountAmount IndirectCost QtyCalculated QtyPhysInventory
  ReservedQuantity UnitCostACY QtyperUnitofMeasure QtyRoundingPrecision QtyRoundingPrecisionBase QuantityBase InvoicedQtyBase
  ReservedQtyBase InventoryValueCalculated InventoryValueRevalued UnitCostCalculated UnitCostRevalued AppliedAmount AmountACY
  SetupTime RunTime StopTime OutputQuantity ScrapQuantity ConcurrentCapacity SetupTimeBase RunTimeBase StopTimeBase
  OutputQuantityBase ScrapQuantityBase QtyperCapUnitofMeasure OverheadRate SingleLevelMaterialCost SingleLevelCapacityCost
  SingleLevelSubcontrdCost SingleLevelCapOvhdCost SingleLevelMfgOvhdCost RolledupMaterialCost RolledupCapacityCost
  RolledupSubcontractedCost RolledupMfgOvhdCost RolledupCapOverheadCost
`);

/** Journal fields that arrive as JSON booleans (interface section 2.3). */
export const booleanFields = words(`
  DropShipment PhysInventory AssembletoOrder JobPurchase DerivedfromBlanketOrder ChangedbyUser OutofStockSubstitution
  Nonstock PartialRevaluation UpdateStandardCost Correction Adjustment Finished Subcontracting WarehouseAdjustment DirectTransfer
`);

/** Journal fields whose text is the caption of an option, which newer services may send encoded (`_x0020_`). */
export const optionFields = words(`
  EntryType ValueEntryType FlushingMethod UnitCostCalculation Type SourceType OrderType DocumentType RecurringMethod
  InventoryValuePer PhysInvtCountingPeriodType ItemReferenceType PriceCalculationMethod VarianceType
`);
