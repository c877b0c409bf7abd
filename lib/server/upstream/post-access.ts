import 'server-only';
import type { Addresses } from './address';
import { largest } from './body';
import { malformed, notSendable, UpstreamError } from './errors';
import type { WireAnswer } from './exchange';
import { jsonOf } from './page';
import type { CallOptions, Sender } from './sender';
import { requestIdOf } from './sentence';

/** One change to send (interface section 4.3). */
export interface AccessPost {
  recordType: string;
  recordId: string;
  entityId: string;
  accessible: boolean;
}

/** How the service took a POST. An echo proves nothing; `different` is a reason for alarm. */
export interface AccessEcho {
  status: 200 | 201 | 204;
  echo: 'same' | 'different' | 'none';
  /** The service's own id of the request, for its operator. */
  serviceRequestId: string | null;
}

const loneSurrogate = /\p{Surrogate}/u;

/** Sends changes. Repeated by itself only where the service certainly did not run it. */
export function accessPoster(
  sender: Sender,
  addresses: Addresses,
): (change: AccessPost, options: CallOptions) => Promise<AccessEcho> {
  return async (change, options) => {
    const sent = {
      BssiMasterRecordType: change.recordType,
      BssiMasterRecordID: change.recordId,
      BssiEntityID: change.entityId,
      BssiAccessible: change.accessible,
    };
    // On the wire half a character would turn into another one, and another record would be changed.
    if (Object.values(sent).some((value) => typeof value === 'string' && loneSurrogate.test(value)))
      throw notSendable('The change names half a character (a lone surrogate). Nothing was sent.');
    const answer = await sender.send(
      {
        method: 'POST',
        resource: 'security',
        url: addresses.set('security', ''),
        accept: 'application/json',
        maxBytes: largest.small,
        body: JSON.stringify(sent),
      },
      options,
    );
    const { status } = answer;
    if (status === 200 || status === 201 || status === 204) {
      const serviceRequestId = requestIdOf(answer.header('request-id'));
      return { status, echo: echoOf(answer, sent), serviceRequestId };
    }
    throw malformed(
      `The service answered a change with status ${status}, which the interface does not know.`,
      {
        status,
        executed: 'unknown',
      },
    );
  };
}

function echoOf(answer: WireAnswer, sent: Record<string, unknown>): AccessEcho['echo'] {
  if (answer.status === 204 || answer.body.length === 0) return 'none';
  const record = recordOf(answer);
  return Object.entries(sent).every(
    ([field, value]) => Object.hasOwn(record, field) && record[field] === value,
  )
    ? 'same'
    : 'different';
}

/** The one record of a reply, bare or in a list; an empty object when it holds none. */
function recordOf(answer: WireAnswer): Record<string, unknown> {
  try {
    const parsed = jsonOf(answer.body) as Record<string, unknown>; // an object or array by its contract
    const list = Array.isArray(parsed) ? (parsed as unknown[]) : parsed['value'];
    const record: unknown = Array.isArray(list) ? list[0] : parsed;
    return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {};
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw malformed(error.sentence, { status: answer.status, executed: 'unknown' });
  }
}
