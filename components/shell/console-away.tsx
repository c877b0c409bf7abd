import { EmptyState } from '@/components/ui/feedback/empty-state';
import { buttonClasses } from '@/components/ui/button-classes';
import { DatabaseZap } from 'lucide-react';

export function ConsoleAway({ path, requestId }: { path: string; requestId: string | null }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        headingLevel={1}
        icon={<DatabaseZap />}
        title="The console’s database does not answer"
        action={
          // A plain link loads the page again.
          <a href={path} className={buttonClasses('primary')}>
            Try again
          </a>
        }
      >
        <p>
          The console cannot tell who is signed in, so it shows nothing. Nothing was changed. Try again in a
          minute; if it stays, tell the operator of the console
          {requestId === null ? '.' : ' and name this request:'}
        </p>
        {requestId !== null && (
          <p translate="no" className="font-mono text-xs break-all">
            {requestId}
          </p>
        )}
      </EmptyState>
    </main>
  );
}
