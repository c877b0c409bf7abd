import { z } from 'zod';
import { deliveryStates, noticeKinds, receiverKinds } from './notice-kinds';
import { writtenText } from './text';

/** One receiver as pages know it: its secret and its whole address stay on the server. */
export const receiverSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(receiverKinds),
  /** The mail addresses, or the host alone: the rest of an address may be a secret. */
  shownAddress: z.string(),
  /** Whether its messages are signed. */
  hasSecret: z.boolean(),
  notices: z.array(z.enum(noticeKinds)),
  waiting: z.number().int(),
  givenUp: z.number().int(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  /** Why the last try failed, and when the next one is; null: it did not fail. */
  problem: z.object({ cause: z.string(), nextAt: z.iso.datetime() }).nullable(),
});

export type Receiver = z.infer<typeof receiverSchema>;

/** Answer of `GET /api/notices/receivers`. */
export const receiverListSchema = z.object({
  value: z.array(receiverSchema),
  /** Whether the operator set a mail server. */
  hasMail: z.boolean(),
  /** Whether the operator allows private addresses, and http there. */
  allowsPrivate: z.boolean(),
});

export type ReceiverList = z.infer<typeof receiverListSchema>;

const name = z.string().trim().pipe(writtenText(80).min(1));
const address = z.string().trim().pipe(writtenText(2_000).min(1));
const secret = writtenText(200).min(16, 'This must have 16 characters at least.');
const notices = z.array(z.enum(noticeKinds)).min(1).max(noticeKinds.length);

/** Body of `POST /api/notices/receivers`; `secret` signs the messages of a webhook. */
export const addReceiverSchema = z.strictObject({
  name,
  kind: z.enum(receiverKinds),
  address,
  secret: secret.optional(),
  notices,
});

export type AddReceiver = z.input<typeof addReceiverSchema>;

/** Body of `POST /api/notices/receivers/{id}`; what is absent stays as it is. */
export const changeReceiverSchema = z.strictObject({
  receiverId: z.string().min(1).max(100),
  name: name.optional(),
  address: address.optional(),
  secret: secret.optional(),
  notices: notices.optional(),
});

export type ChangeReceiver = Omit<z.input<typeof changeReceiverSchema>, 'receiverId'>;

/** Address parameter of `/api/notices/receivers/{id}` and `…/test`. */
export const receiverIdSchema = z.strictObject({ receiverId: z.string().min(1).max(100) });

/** Answer of changes to a receiver. */
export const receiverSavedSchema = z.object({ id: z.string() });

/** Answer of `POST /api/notices/receivers/{id}/test`: what happened, in words. */
export const receiverTestSchema = z.object({
  delivered: z.boolean(),
  detail: z.string(),
  tookMs: z.number().int(),
});

export type ReceiverTest = z.infer<typeof receiverTestSchema>;

/** Query of `GET /api/notices/deliveries`: newest first; `before` is the `next` of the page before. */
export const deliveriesQuerySchema = z.strictObject({
  receiver: z.string().max(100).optional(),
  state: z.enum(deliveryStates).optional(),
  before: z.coerce.number().int().min(1).optional(),
});

export type DeliveriesQuery = z.infer<typeof deliveriesQuerySchema>;

export const deliverySchema = z.object({
  /** Number of the notice; a repeated message carries the same one. */
  number: z.number().int(),
  kind: z.enum(noticeKinds),
  title: z.string(),
  at: z.iso.datetime(),
  receiver: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  triedAt: z.iso.datetime().nullable(),
  /** Why the last try failed, or for whom a message was not taken; null: neither, or no try was made. */
  cause: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;

/** Answer of `GET /api/notices/deliveries`; `next` is null at the end. */
export const deliveryListSchema = z.object({
  value: z.array(deliverySchema),
  next: z.number().int().nullable(),
});

export type DeliveryList = z.infer<typeof deliveryListSchema>;

/** Body of `POST /api/notices/deliveries`: sends what was given up once more; without a number all of the receiver. */
export const sendAgainSchema = z.strictObject({
  receiver: z.string().min(1).max(100),
  number: z.number().int().min(1).optional(),
});

export const sentAgainSchema = z.object({ deliveries: z.number().int() });
