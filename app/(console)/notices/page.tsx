import type { Metadata } from 'next';
import { GET as listDeliveries } from '@/app/api/notices/deliveries/route';
import { GET as listReceivers } from '@/app/api/notices/receivers/route';
import { deliveriesAsked, noticesParameters } from '@/components/notices/notices-parameters';
import { NoticesView } from '@/components/notices/notices-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { readParameters } from '@/lib/client/address/parameters';
import { deliveriesQuery, receiversQuery } from '@/lib/client/notices';
import { holdsOneOf, mayManageNotices } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { pageReads, searchOf } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Notices' };

export default async function NoticesPage({ searchParams }: PageProps<'/notices'>) {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const asked = deliveriesAsked(readParameters(noticesParameters, searchOf(await searchParams)));
  const reads = [
    { query: receiversQuery(), handler: listReceivers },
    { query: deliveriesQuery(asked), handler: listDeliveries },
  ];
  const isReader = holdsOneOf(actor?.roles ?? [], mayManageNotices);
  return (
    <ReadAhead {...await pageReads(...(isReader ? reads : []))}>
      <NoticesView />
    </ReadAhead>
  );
}
