import { Upload } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button-classes';
import { useConnectionParameter } from '@/lib/client/connection';
import { withQuery } from '@/lib/client/paths';
import type { FileFilter } from '@/lib/contract/access/access-file';

interface ImportLinkProps {
  filter?: Partial<FileFilter>;
  /** Address that the page leads back to; by default the list of changes. */
  from?: string;
}

export function ImportLink({ filter = {}, from }: ImportLinkProps) {
  const connection = useConnectionParameter();
  const { type, q, entity } = filter;
  return (
    <Link
      prefetch={false}
      href={withQuery('/changes/import', {
        connection,
        type,
        q: q || undefined,
        entity: entity || undefined,
        from,
      })}
      className={buttonClasses()}
    >
      <Upload aria-hidden="true" className="size-4" />
      Import…
    </Link>
  );
}
