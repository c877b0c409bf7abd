import { usualDecimals, type Currency } from '@/lib/domain/currency';
import { counted } from '@/lib/domain/counted';
import type { CheckId } from './checks';

/** The long texts of a check. */
interface CheckText {
  /** The lines that it finds; `{to}` stands for the rounding of amounts. */
  meaning: string;
  /** The step to take in Business Central. */
  advice: string;
}

/** In a file of their own, since only an open check needs them. */
export const checkTexts: Readonly<Record<CheckId, CheckText>> = {
  any: {
    meaning:
      'Lines that at least one of the checks below finds, each counted once; their age alone does not count.',
    advice:
      'Go through the checks below. Each says what to correct in Business Central before its lines are posted.',
  },
  'any-without-access': {
    meaning:
      'Lines that at least one of the checks below finds, each counted once; their age alone does not count. Whether an entity may use an item or a location is not among them: the console cannot ask the access matrix.',
    advice:
      'Go through the checks below. Each says what to correct in Business Central before its lines are posted.',
  },
  'no-entity': {
    meaning:
      'Lines whose Entity ID is empty. When they are posted, the owner of the location decides for them.',
    advice: 'Fill in Entity ID on the line, or make sure that its location belongs to the right entity.',
  },
  'item-access': {
    meaning: 'Lines with an item that the access matrix says their entity may not use.',
    advice:
      'Correct Item No. or Entity ID on the line, or ask for the entity to be given access to the item.',
  },
  'location-access': {
    meaning:
      'Lines with a location, or for transfers a new location, that the access matrix says their entity may not use.',
    advice:
      'Correct the location or Entity ID on the line, or ask for the entity to be given access to the location.',
  },
  'amount-differs': {
    meaning:
      'Lines whose Amount differs from Quantity × Unit Amount by more than rounding {to}, with or without the discount taken off; for revaluations, from Inventory Value (Revalued) less (Calculated).',
    advice:
      'Enter Unit Amount or Quantity on the line again, so that Business Central works out Amount again.',
  },
  'quantity-not-positive': {
    meaning:
      'Lines whose Quantity is 0, and lines below 0 that are neither marked as a correction nor a transfer. Not counted when it is 0: physical inventory, output, revaluation and recurring lines of the method Variable.',
    advice:
      'Enter the quantity, or delete the line. Where goods go the other way, choose the opposite Entry Type or mark the line as a correction.',
  },
  'no-date': {
    meaning: 'Lines whose Posting Date is empty. Business Central does not post them.',
    advice: 'Fill in Posting Date on the line.',
  },
  'future-date': {
    meaning:
      'Lines whose Posting Date lies after the last day of this month. A later day of this month is usual: lines of the month end are entered ahead.',
    advice:
      'Correct Posting Date, or hold the batch back until that month (Allow Posting To in General Ledger Setup).',
  },
  'past-year': {
    meaning: 'Lines whose Posting Date lies before 1 January of this year.',
    advice:
      'Correct Posting Date, or ask whether that year is still open (Allow Posting From in General Ledger Setup).',
  },
  'date-before-document': {
    meaning: 'Lines dated earlier than another line with the same Document No. in the same batch.',
    advice:
      'Give all lines of the document the same Posting Date, or give those that differ another Document No.',
  },
  'duplicate-line': {
    meaning:
      'Lines with the same Document No., Item No., Entity ID, Posting Date, Entry Type, Quantity and Amount as another line, in any batch, where no variant, unit, dimension, location, bin, lot, serial number, order, operation, work or machine center, output or time tells the two apart. Lines that post nothing, such as a count without a difference, are left out.',
    advice: 'Compare them side by side, and delete the line that was entered twice.',
  },
  'transfer-halves': {
    meaning:
      'Transfer lines without a destination, where such lines of the same document and item do not add up to 0; and transfer lines with an Amount, because a transfer moves no value.',
    advice: 'Fill in New Location Code (or New Bin Code), correct the quantities, or clear Unit Amount.',
  },
  'older-than-30-days': {
    meaning: 'Lines whose Posting Date lies more than 30 days before today and that are still not posted.',
    advice: 'Post them, correct Posting Date, or delete what is no longer needed.',
  },
};

/** The lines that a check finds, in a sentence. @param currency of the company; null: none is set. */
export function checkMeaning(id: CheckId, currency: Currency | null): string {
  const decimals = counted(currency?.decimals ?? usualDecimals, 'decimal');
  return checkTexts[id].meaning.replace('{to}', `to ${decimals}${currency ? ` (${currency.code})` : ''}`);
}
