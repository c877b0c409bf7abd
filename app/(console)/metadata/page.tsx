import type { Metadata } from 'next';
import { GET as readMetadata } from '@/app/api/metadata/route';
import { MetadataView } from '@/components/metadata/metadata-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { metadataQuery } from '@/lib/client/metadata';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { pageReads, searchOf } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Interface' };

export default async function MetadataPage({ searchParams }: PageProps<'/metadata'>) {
  const { actor, firstConnection } = await currentVisitor(); // without one, the layout shows something else
  const connection = connectionIn(searchOf(await searchParams)) ?? firstConnection;
  const read = { query: metadataQuery(connection), handler: readMetadata };
  const mayAsk = holdsOneOf(actor?.roles ?? [], mayRead.metadata);
  return (
    <ReadAhead {...await pageReads(...(mayAsk ? [read] : []))}>
      <MetadataView />
    </ReadAhead>
  );
}
