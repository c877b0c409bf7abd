import { topmostDialog } from '@/components/ui/overlays/topmost-dialog';

/**
 * Keeps the messages where they can be used and lie on no dialog: above the page, beside or above the dialog in front
 * (globals.css), else between its title and its content. Everything outside that dialog is inert.
 */
export class MessagesPlace {
  readonly #host: HTMLElement;
  #dialog: Element | undefined;

  /** @param host the element that moves, because a new one would be spoken again; it holds the messages alone. */
  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Finds the place, and keeps it right while dialogs open, close and grow. @returns a function that ends that. */
  keep(): () => void {
    const place = () => this.put();
    const sizes = new ResizeObserver(place);
    const follow = () => {
      const before = this.#dialog;
      place();
      if (this.#dialog === before) return;
      sizes.disconnect();
      if (this.#dialog !== undefined) sizes.observe(this.#dialog);
    };
    const dialogs = new MutationObserver(follow);
    dialogs.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    window.addEventListener('resize', place);
    follow();
    return () => {
      dialogs.disconnect();
      sizes.disconnect();
      window.removeEventListener('resize', place);
    };
  }

  put(): void {
    const dialog = topmostDialog();
    // Once inside a dialog they stay: its size no longer tells the room.
    const isInside = dialog !== undefined && dialog === this.#dialog && this.#host.dataset.place === 'inside';
    this.#dialog = dialog;
    const header = dialog?.querySelector(':scope > header');
    if (header != null && header.nextSibling !== this.#host) header.after(this.#host);
    else if (header == null && this.#host.parentElement !== (dialog ?? document.body))
      (dialog ?? document.body).append(this.#host);
    if (isInside) return;
    if (dialog === undefined) this.#float('page');
    else if (!this.#fits('beside', dialog) && !this.#fits('above', dialog)) this.#putInside();
  }

  #fits(place: 'beside' | 'above', dialog: Element): boolean {
    if (!CSS.supports('position-area', 'top')) return false;
    const region = this.#float(place);
    const [messages, frame] = [region.getBoundingClientRect(), dialog.getBoundingClientRect()];
    if (place === 'beside') return messages.left >= 0 && messages.right <= frame.left;
    // Above a dialog a scrolled message would show less than its title.
    const isWhole = region.scrollHeight <= region.clientHeight;
    return isWhole && messages.top >= 0 && messages.bottom <= frame.top;
  }

  #float(place: string): HTMLElement {
    const region = this.#region;
    this.#host.dataset.place = place;
    region.popover = 'manual';
    if (!region.matches(':popover-open')) region.showPopover();
    return region;
  }

  #putInside(): void {
    this.#host.dataset.place = 'inside';
    this.#region.popover = null;
  }

  get #region(): HTMLElement {
    return this.#host.firstElementChild as HTMLElement; // the portal's one element
  }
}
