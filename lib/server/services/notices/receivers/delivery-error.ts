import 'server-only';

/** Why a message was not delivered, in a sentence for people: no address, no secret, no text of the receiver. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}
