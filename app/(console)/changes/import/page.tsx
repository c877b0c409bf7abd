import type { Metadata } from 'next';
import { ImportView } from '@/components/changes/import/import-view';
import { holdsOneOf, mayChangeAccess } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Import' };

export default async function ImportPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  return <ImportView mayChange={actor !== null && holdsOneOf(actor.roles, mayChangeAccess)} />;
}
