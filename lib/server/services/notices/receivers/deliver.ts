import 'server-only';
import type { ReceiverKind } from '@/lib/contract/notice-kinds';
import { addressFault } from '@/lib/domain/notices/receiver-address';
import { withDeadline } from '@/lib/server/until';
import { slackMessage, teamsMessage } from './chat-messages';
import { DeliveryError } from './delivery-error';
import { postJson } from './post-json';
import { sendMail } from './mail';
import type { Message } from './message';
import { cloudEvent, signatureHeaders } from './webhook';

export interface ReceiverAddress {
  kind: ReceiverKind;
  address: string;
  secret: string | null;
}

/**
 * Sends one message. @returns for whom it was not taken, in a sentence; null: for nobody. @throws DeliveryError, or the
 * signal's reason.
 */
export type Deliver = (to: ReceiverAddress, message: Message, signal: AbortSignal) => Promise<string | null>;

export interface DeliveryParts {
  publicUrl: URL;
  /** Whether messages may go to private addresses and this machine, and by http. */
  privateAddresses: boolean;
  mail: { url: string; from: string } | null;
  /** Time limit of one try by HTTP. */
  limitMs?: number;
}

export function deliverer(parts: DeliveryParts): Deliver {
  return async (to, message, closing) => {
    const fault = addressFault(to.kind, to.address, parts.privateAddresses);
    if (fault !== null) throw new DeliveryError(fault); // a setting may have changed since it was added
    const link = new URL(message.path, parts.publicUrl).href;
    const post = async (body: unknown, headers: Record<string, string> = {}): Promise<null> => {
      await withDeadline(
        (signal) =>
          postJson(to.address, JSON.stringify(body), {
            ...{ headers, signal },
            allowsPrivate: parts.privateAddresses,
          }),
        parts.limitMs ?? 10_000,
        closing,
      );
      return null;
    };
    switch (to.kind) {
      case 'mail':
        return sendMail(parts.mail, to.address, message, link, closing);
      case 'teams':
        return post(teamsMessage(message, link));
      case 'slack':
        return post(slackMessage(message, link));
      case 'webhook': {
        const event = cloudEvent(message, link, parts.publicUrl);
        return post(event, {
          'Content-Type': 'application/cloudevents+json; charset=utf-8',
          ...signatureHeaders(event.id, JSON.stringify(event), to.secret, new Date()),
        });
      }
    }
  };
}

/** Why a delivery failed, in a sentence without address or secret. */
export function causeOf(error: unknown): string {
  return error instanceof DeliveryError
    ? error.message
    : 'The console itself failed while sending. Its log says why.';
}
