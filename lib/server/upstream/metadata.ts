import 'server-only';
import type { Addresses } from './odata/address';
import { largest, utf8Text } from './transport/body';
import { malformed, UpstreamError } from './errors/upstream-error';
import type { CallOptions, Sender } from './transport/sender';

/** The EDMX document, also tried with the environment segment. @throws the more telling UpstreamError. */
export async function readMetadata(
  sender: Sender,
  addresses: Addresses,
  options: CallOptions,
): Promise<string> {
  let failure: UpstreamError | null = null;
  for (const url of addresses.metadata()) {
    try {
      const answer = await sender.send(
        { method: 'GET', resource: 'metadata', url, accept: 'application/xml', maxBytes: largest.metadata },
        options,
      );
      try {
        return edmxText(answer.body);
      } finally {
        answer.release();
      }
    } catch (error) {
      // The other address can help only if the service answered this one.
      if (!(error instanceof UpstreamError) || (error.kind !== 'http' && error.kind !== 'shape')) throw error;
      if (failure === null || error.code !== 'service-not-found') failure = error;
    }
  }
  throw failure ?? malformed('There is no address to ask for the metadata document.');
}

function edmxText(body: Buffer): string {
  const text = utf8Text(body);
  const page = text !== null && /^\s*<((!doctype\s+)?html)/i.test(text.slice(0, 1000));
  if (text !== null && !page && /<(\w+:)?(Edmx|Schema)\b/.test(text)) return text;
  throw malformed(
    'The service answered the question for its metadata with something else than an OData metadata document.',
  );
}
