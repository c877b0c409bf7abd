'use client';

import {
  lazy,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Button } from './button';
import { Skeleton } from './feedback/skeleton';
import { Status } from './feedback/status';
import { notify, toastStore } from './feedback/toast-store';
import { holdKeys } from '@/components/ui/keys/held-keys';
import { Opening } from './overlays/mount-on-first-open';
import { focusPanel } from './overlays/panel-parts';
import { focusFirst } from './overlays/use-popover';
import { useHydrated } from './use-hydrated';

/** What is drawn in place of a part while its code is on its way, by the server too; nothing unless told. */
interface Meanwhile {
  meanwhile?: ReactNode;
}

/** A part of a page whose code is loaded when it is first drawn, or asked for before. */
export type OnDemand<Props> = ComponentType<Props & Meanwhile> & {
  /** Loads its code. */
  preload: () => void;
  /** For what opens it: does so when a pointer or the focus is there, so that it is drawn without a gap. */
  ahead: { onPointerEnter: () => void; onFocus: () => void };
};

/**
 * Makes a part that is not on the screen at first wait for its code. The server draws nothing of the part itself: by
 * the time its code is there, the page may hold other data than the server had. Where the code does not come, a message
 * says so, and it is asked for again when the part is opened or mounted anew. Not `next/dynamic`: that brings 1.5 KB to every page, for
 * preloading what the server has drawn. While the code of an opened part loads, held-keys.ts keeps keys from the page.
 * @param close closes the part whose code did not come, so that it can be opened again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close?: (props: Props) => void,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  const take = async () => (loaded = await load());

  /** A failure is no error of the page: thrown, it would take away all that is on the screen. */
  const wait = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await take() };
      } catch {
        waiting = wait(); // React keeps what a `lazy` came to
        return { default: missing() };
      }
    });
  let waiting = wait();

  /** Stands in for a part that was opened, while it loads. */
  function Awaited({ part }: { part: Props }) {
    const takeBack = useEffectEvent(() => close?.(part));
    const end = useRef<() => void>(undefined);
    useLayoutEffect(() => {
      end.current = holdKeys(() => takeBack());
    }, []);
    useEffect(() => () => end.current?.(), []); // together with the effect by which a dialog takes the focus
    return null;
  }

  /** In place of the part whose code did not come. Each time another one: React would take the same for already drawn. */
  const missing = () =>
    function Missing(props: Props) {
      const giveUp = useEffectEvent(() => {
        tellMissing();
        close?.(props);
      });
      useEffect(() => giveUp(), []);
      return null;
    };

  function Part({ meanwhile, ...others }: Props & Meanwhile) {
    const props = others as unknown as Props; // which have no `meanwhile`
    const opening = useContext(Opening);
    // Chosen once for as long as it works: another component in its place would lose what it holds.
    const [chosen, choose] = useState(() => ({ Chosen: loaded ?? waiting, opening }));
    if (chosen.opening !== opening) {
      const works = chosen.Chosen === loaded || chosen.Chosen === waiting || opening?.isOpen === false;
      choose({ Chosen: works ? chosen.Chosen : (loaded ?? waiting), opening });
    }
    if (!useHydrated()) return meanwhile;
    const isAwaited = opening?.isOpen === true && opening.isAsked;
    return (
      <Suspense fallback={isAwaited ? <Awaited part={props} /> : meanwhile}>
        <Opening value={null}>
          <chosen.Chosen {...props} />
        </Opening>
      </Suspense>
    );
  }
  const preload = () => void take().catch(() => undefined); // it is asked for again, and said, when it is needed
  return Object.assign(Part, { preload, ahead: { onPointerEnter: preload, onFocus: preload } });
}

let told: number | undefined;

/**
 * Says that the browser could not load code; one message for all parts. It says nothing of changes, whose own messages
 * stay in front of it: a part may fail to load while a change is under way.
 */
export function tellMissing(): void {
  if (told !== undefined) toastStore.dismiss(told);
  told = notify.problem('Part of this page could not be loaded', 'Check the network and try again.', {
    isBehind: true,
  });
}

/**
 * Waits for code that was asked for by a key or a press, and keeps keys from the page meanwhile.
 * @returns null where the code did not come, which is said, or a person took it back by Escape.
 */
export async function whileKeysAreHeld<T>(code: Promise<T>): Promise<T | null> {
  let isTakenBack = false;
  const end = holdKeys(() => (isTakenBack = true));
  try {
    const loaded = await code;
    return isTakenBack ? null : loaded;
  } catch {
    tellMissing();
    return null;
  } finally {
    end();
  }
}

/**
 * Makes the body of a sheet whose code the browser loads when the sheet first opens. The sheet's frame is in the page: it
 * opens at once and holds the focus, so that no key reaches the page below. The body says that it loads and, where its
 * code does not come, that it could not be loaded, with a button that tries again.
 * @param Head is drawn above these words, such as the field that a person goes on typing in.
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

/** Gives the body the focus that its frame held while the code was loading. */
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
