import type { Metadata } from 'next';
import { MetadataView } from '@/components/metadata/metadata-view';

export const metadata: Metadata = { title: 'Metadata' };

export default function MetadataPage() {
  return <MetadataView />;
}
