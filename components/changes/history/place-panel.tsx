'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useId, type ReactNode } from 'react';
import { buttonClasses } from '@/components/ui/button-classes';
import { Sheet } from '@/components/ui/overlays/modal';
import { useAskedPlace } from '@/lib/client/asked-place';
import { recordInWords } from '@/lib/domain/access/access-words';
import { kindOfPlace, type MatrixPlace } from '@/lib/domain/access/place-text';
import { useChangeLinks } from '@/components/changes/change-links';

const PlaceEntries = dynamic(async () => (await import('./place-entries')).PlaceEntries);

interface PlacePanelProps {
  /** What the page knows of the place that is asked for, above its history. */
  facts: ReactNode;
  /** Whether the person may read changes, and with them histories. */
  hasHistory: boolean;
}

/** What is known of the assignment, record or entity that the page's URL asks for, at the side of the page. */
export function PlacePanel({ facts, hasHistory }: PlacePanelProps) {
  const [asked, ask] = useAskedPlace();
  const links = useChangeLinks();
  const historyId = useId();
  return (
    <Sheet
      title={asked !== null && <PlaceTitle place={asked} />}
      isOpen={asked !== null}
      onClose={() => ask(null)}
      footer={
        asked !== null && hasHistory ? (
          <Link href={links.history(wholeOf(asked))} className={buttonClasses()}>
            All changes of the {kindOfPlace(asked) === 'entity' ? 'entity' : 'record'}
          </Link>
        ) : undefined
      }
    >
      {asked !== null && (
        <div className="flex flex-col gap-4">
          {facts}
          {hasHistory && (
            <section aria-labelledby={historyId} className="flex flex-col gap-2">
              <h3 id={historyId} className="text-sm font-medium">
                History
              </h3>
              <PlaceEntries place={asked} />
            </section>
          )}
        </div>
      )}
    </Sheet>
  );
}

/** The record of an assignment; a record or an entity itself. */
function wholeOf(place: MatrixPlace): MatrixPlace {
  return kindOfPlace(place) === 'assignment' ? { ...place, entityId: '' } : place;
}

function PlaceTitle({ place }: { place: MatrixPlace }) {
  const kind = kindOfPlace(place);
  if (kind === 'entity') return `Entity ${place.entityId}`;
  return (
    <>
      {recordInWords(place)}
      {kind === 'assignment' && <span className="whitespace-nowrap">, entity {place.entityId}</span>}
    </>
  );
}
