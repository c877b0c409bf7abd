import { ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface OlderNewerProps {
  /** Whether an older page is shown than the newest. */
  isOlder: boolean;
  /** Where this page ends; null at the end of everything. */
  next: string | null;
  onGo: (before: string | null) => void;
}

/** The ways through a list that is read from its newest end. */
export function OlderNewer({ isOlder, next, onGo }: OlderNewerProps) {
  if (!isOlder && next === null) return null;
  return (
    <nav aria-label="Pages" data-print="hide" className="flex items-center justify-between gap-2">
      <Button isDisabled={!isOlder} onPress={() => onGo(null)}>
        <ChevronsLeft aria-hidden="true" className="size-4" />
        Newest
      </Button>
      <Button isDisabled={next === null} onPress={() => onGo(next)}>
        Older
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}
