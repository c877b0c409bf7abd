import { deliveryStates } from '@/lib/contract/notice-kinds';
import { oneOf, parameter, type AddressState } from '@/lib/client/address/parameters';

/** What the page of notices shows of its deliveries. */
export const noticesParameters = {
  state: oneOf(deliveryStates),
  /** The number where the page before ended. */
  before: parameter((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)),
};

export function deliveriesAsked({ state, before }: AddressState<typeof noticesParameters>) {
  return { ...(state !== null && { state }), ...(before !== null && { before }) };
}
