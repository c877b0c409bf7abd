'use client';

import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from './button';
import { Skeleton } from './feedback/skeleton';
import { Status } from './feedback/status';
import { focusPanel } from './overlays/panel-parts';
import { focusFirst } from './overlays/use-popover';

/**
 * Makes the body of a sheet whose code loads when the sheet first opens. The frame opens at once and holds the focus;
 * the body says that it loads, or that it failed, with a retry.
 * @param Head drawn above these words, such as a field in use.
 */
export function bodyOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Head?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function BodyOnDemand(props: Props) {
    const [Body, setBody] = useState(() => loaded);
    const [tries, setTries] = useState(1);
    const [failed, setFailed] = useState(0);
    useEffect(() => {
      if (Body !== null) return;
      let isOver = false;
      load().then(
        (component) => {
          loaded = component;
          if (!isOver) setBody(() => component);
        },
        () => {
          if (!isOver) setFailed(tries);
        },
      );
      return () => {
        isOver = true;
      };
    }, [Body, tries]);
    if (Body !== null)
      return (
        <Arrived>
          <Body {...props} />
        </Arrived>
      );
    const isLoading = failed < tries;
    return (
      <div className="flex min-h-24 flex-col gap-3 text-sm">
        {Head && <Head {...props} />}
        <Status>
          {isLoading ? 'Loading…' : 'This could not be loaded. Check the network and try again.'}
        </Status>
        {failed === 0 ? (
          <Skeleton className="h-16" />
        ) : (
          <Button className="self-start" isPending={isLoading} onPress={() => setTries(tries + 1)}>
            Try again
          </Button>
        )}
      </div>
    );
  };
}

/** Passes the frame's focus to the loaded body. */
function Arrived({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const frame = place.current?.closest<HTMLElement>('dialog:modal,:popover-open');
    const { activeElement, body } = document;
    if (!frame || (activeElement !== body && activeElement !== frame && !activeElement?.matches('h2')))
      return;
    if (frame instanceof HTMLDialogElement) focusPanel(frame);
    else focusFirst(frame);
  }, []);
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  );
}
