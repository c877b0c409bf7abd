import type { Metadata } from 'next';
import { JournalView } from '@/components/journal/journal-view';
import { ViewsMenu } from '@/components/views/views-menu';
import { holdsOneOf, mayRemoveSharedViews } from '@/lib/contract/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Journal lines' };

export default async function JournalPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const mayRemoveShared = holdsOneOf(actor?.roles ?? [], mayRemoveSharedViews);
  return <JournalView views={<ViewsMenu place="journal" mayRemoveShared={mayRemoveShared} />} />;
}
