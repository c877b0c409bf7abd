import 'server-only';

/** Why a message was not delivered, in a sentence for people: no address, no secret, no text of the receiver. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** By name, because Next bundles this class more than once. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DeliveryError';
  }
}
