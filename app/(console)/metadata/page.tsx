import type { Metadata } from 'next';
import { MetadataView } from '@/components/metadata/metadata-view';

export const metadata: Metadata = { title: 'Interface' };

export default function MetadataPage() {
  return <MetadataView />;
}
