'use client';

import { CircleCheck, Info, OctagonAlert, X } from 'lucide-react';
import Link from 'next/link';
import { counted } from '@/lib/domain/counted';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { topmostDialog } from '@/components/ui/overlays/topmost-dialog';
import { MessagesPlace } from './messages-place';
import { useSpokenWhenInserted } from './status';
import { shownToasts, toastStore, type Toast, type ToastAction } from './toast-store';

/** Ms after which a message leaves; paused while the page is hidden, or the pointer or focus is on it. */
const leaveMs = { info: 6_000, success: 6_000, problem: 12_000 };

const looks = {
  info: { Icon: Info, border: 'border-line', text: 'text-text-muted' },
  success: { Icon: CircleCheck, border: 'border-line border-l-success', text: 'text-success' },
  problem: { Icon: OctagonAlert, border: 'border-danger', text: 'text-danger' },
};

const none: readonly Toast[] = [];

export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  return toasts.length === 0 ? null : <Messages toasts={toasts} />;
}

/** The newest stand first, where a list that is too long starts. */
function Messages({ toasts }: { toasts: readonly Toast[] }) {
  const [host] = useState(() => document.createElement('div'));
  const [place] = useState(() => new MessagesPlace(host));
  const region = useRef<HTMLElement>(null);
  const { shown, waiting } = shownToasts(toasts);
  const newest = toasts.at(-1)?.id;
  useLayoutEffect(() => {
    const stop = place.keep();
    return () => {
      stop();
      rescueFocus(host)();
      host.remove();
    };
  }, [host, place]);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    // Shown again only when another popover covers it: a screen reader may speak it again.
    const isCovered = [...document.querySelectorAll(':popover-open')].some((other) => other !== element);
    if (isCovered && element.matches(':popover-open') && !element.contains(document.activeElement))
      element.hidePopover();
    place.put();
    element.scrollTop = 0;
  }, [newest, place]);
  return createPortal(
    <section
      ref={region}
      popover="manual"
      aria-label="Messages"
      data-print="hide"
      className="messages pointer-events-none fixed m-0 max-h-[60dvh] w-[min(25rem,calc(100vw-1rem))] flex-col gap-2 overflow-y-auto bg-transparent p-2 open:flex"
    >
      {shown.toReversed().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {waiting > 0 && (
        <div className="pointer-events-auto flex shrink-0 items-center justify-between gap-2 rounded-md border border-line bg-surface-raised py-1 pr-1 pl-3 text-sm text-text-muted shadow-raised">
          <span className="tabular">and {counted(waiting, 'more message')}</span>
          <Button size="sm" onPress={() => toastStore.dismissAll()}>
            Dismiss all
          </Button>
        </div>
      )}
    </section>,
    host,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const isProblem = toast.tone === 'problem';
  const words = useRef<HTMLDivElement>(null);
  useSpokenWhenInserted(words, isProblem);
  useEffect(() => {
    if (toast.stays || held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(leave, leaveMs[toast.tone]);
    };
    const leave = () => {
      // Who answers a question first may want what the message offers after it.
      if (toast.action !== undefined && topmostDialog() !== undefined) wait();
      else toastStore.dismiss(toast.id);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [toast, held]);
  const { Icon, border, text } = looks[toast.tone];
  return (
    <div
      ref={rescueFocus}
      role={isProblem ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classNames(
        'pointer-events-auto flex shrink-0 items-start gap-2 rounded-md border border-l-4 bg-surface-raised py-2 pr-1 pl-3 text-sm text-text shadow-raised',
        border,
      )}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', text)} />
      <div
        ref={words}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start wrap-break-word"
      >
        <p className="font-medium">{toast.title}</p>
        {toast.description !== undefined && (
          <p className="col-span-2 row-start-2 text-text-muted">{toast.description}</p>
        )}
        {toast.action && <ToastActionButton {...toast.action} onDone={() => toastStore.dismiss(toast.id)} />}
      </div>
      <IconButton
        size="sm"
        label="Dismiss"
        icon={<X aria-hidden="true" />}
        onPress={() => toastStore.dismiss(toast.id)}
      />
    </div>
  );
}

/** Beside the title: what a low room cuts is the end of the description. */
const actionPlace = 'col-start-2 row-start-1 ml-2';

function ToastActionButton({ label, onDone, ...does }: ToastAction & { onDone: () => void }) {
  if ('href' in does)
    return (
      <Link
        href={does.href}
        prefetch={false}
        onClick={onDone}
        className={classNames(buttonClasses('secondary', 'sm'), actionPlace)}
      >
        {label}
      </Link>
    );
  const press = () => {
    does.onPress();
    onDone();
  };
  return (
    <Button size="sm" className={actionPlace} onPress={press}>
      {label}
    </Button>
  );
}
