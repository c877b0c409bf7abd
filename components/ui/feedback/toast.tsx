'use client';

import { CircleCheck, OctagonAlert, X } from 'lucide-react';
import { counted } from '@/lib/domain/counted';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { useSpokenWhenInserted } from './status';
import { shownToasts, toastStore, type Toast } from './toast-store';

export { notify } from './toast-store';

/** Milliseconds a success stays; it waits while the pointer or the focus is on it. */
const stayMs = 6_000;

const none: readonly Toast[] = [];

/** The place of all messages; stands once, in the providers. It lies above dialogs. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const region = useRef<HTMLElement>(null);
  const { shown, waiting } = shownToasts(toasts);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    // Shown anew for every message: the newest in the browser's top layer lies above an open dialog.
    const mayHide = newest === undefined || !element.contains(document.activeElement);
    if (mayHide && element.matches(':popover-open')) element.hidePopover();
    if (newest !== undefined && !element.matches(':popover-open')) element.showPopover();
    element.scrollTop = element.scrollHeight;
  }, [newest]);
  return (
    <section
      ref={region}
      popover="manual"
      aria-label="Messages"
      data-print="hide"
      className="pointer-events-none fixed inset-auto right-2 bottom-2 m-0 [body:has([data-bottom-bar])_&]:bottom-12 max-sm:[body:has([data-bottom-bar])_&]:bottom-20 max-h-[60dvh] w-[min(25rem,calc(100vw-1rem))] flex-col gap-2 overflow-y-auto bg-transparent p-2 open:flex"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {waiting > 0 && (
        <div className="pointer-events-auto flex shrink-0 items-center justify-between gap-2 rounded-md border border-line bg-surface-raised py-1 pr-1 pl-3 text-sm text-text-muted shadow-raised">
          <span className="tabular">and {counted(waiting, 'more problem')}</span>
          <Button size="sm" onPress={() => toastStore.dismissAll()}>
            Dismiss all
          </Button>
        </div>
      )}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const isProblem = toast.tone === 'problem';
  const words = useRef<HTMLDivElement>(null);
  useSpokenWhenInserted(words, isProblem);
  useEffect(() => {
    if (isProblem || held) return;
    const timer = setTimeout(() => toastStore.dismiss(toast.id), stayMs);
    return () => clearTimeout(timer);
  }, [isProblem, held, toast.id]);
  const Icon = isProblem ? OctagonAlert : CircleCheck;
  return (
    <div
      role={isProblem ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classNames(
        'pointer-events-auto flex shrink-0 items-start gap-2 rounded-md border border-l-4 bg-surface-raised py-2 pr-1 pl-3 text-sm text-text shadow-raised',
        isProblem ? 'border-danger' : 'border-line border-l-success',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-4 shrink-0', isProblem ? 'text-danger' : 'text-success')}
      />
      <div ref={words} className="min-w-0 flex-1 wrap-break-word">
        <p className="font-medium">{toast.title}</p>
        {toast.description !== undefined && <p className="text-text-muted">{toast.description}</p>}
        {toast.action !== undefined && (
          <Button
            size="sm"
            className="mt-2"
            onPress={() => {
              toast.action?.onPress();
              toastStore.dismiss(toast.id);
            }}
          >
            {toast.action.label}
          </Button>
        )}
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
