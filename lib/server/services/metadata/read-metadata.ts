import 'server-only';
import { edmxMediaType } from '@/lib/contract/media-types';
import type { Metadata } from '@/lib/contract/metadata';
import { mayRead } from '@/lib/contract/session/roles';
import type { DeclaredSet } from '@/lib/domain/metadata/declared';
import { coverageOf } from '@/lib/domain/metadata/drift';
import { expectedSets } from '@/lib/domain/metadata/expectation';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { noteDrift } from './read-drift';

/** The document itself for `Accept: application/xml`. @throws UpstreamError; ConsoleError `service-malformed`. */
export const readMetadata = verb<unknown, Metadata | Reply>({
  roles: mayRead.metadata,
  run: async ({ ctx }) => {
    const text = await ctx.request.connection.upstream.readMetadata({
      signal: ctx.request.signal,
      requestId: ctx.request.requestId,
    });
    if (ctx.request.accept.includes(edmxMediaType)) return documentReply(text);
    const { declared, drift } = noteDrift(ctx.request.connection, text);
    return {
      entitySets: declared.map(describeSet),
      coverage: coverageOf(declared, expectedSets),
      drift,
      fetchedAt: new Date().toISOString(),
    };
  },
});

/** XML from the service must never run as a page under our address. */
function documentReply(text: string): Reply {
  return new Reply(text, {
    'Content-Type': `${edmxMediaType}; charset=utf-8`,
    'Content-Disposition': 'attachment; filename="metadata.xml"',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  });
}

function describeSet({ name, entityType, properties }: DeclaredSet): Metadata['entitySets'][number] {
  const expected = expectedSets.find((set) => set.name === name);
  const labels = new Map(expected?.fields.map((field) => [field.name, field.label]));
  return {
    name,
    entityType,
    usedByConsole: expected !== undefined,
    fields: properties.map((property) => ({ ...property, label: labels.get(property.name) ?? null })),
  };
}
