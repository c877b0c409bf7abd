/** A list of actions of one pointer or keyboard, as W3C WebDriver and WebDriver BiDi both take it. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: readonly object[];
}

/** A browser of another engine than Chromium's, with one window. */
export interface Engine {
  /** What people call it. */
  name: string;
  /** Goes to an address and waits until the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs the body of a function in the page. @returns what it returns or resolves to, by way of JSON. */
  run: (body: string, args: readonly unknown[]) => Promise<unknown>;
  /** Carries out what a mouse and a keyboard do. */
  act: (sources: readonly InputSource[]) => Promise<void>;
  /** A picture of the window, as PNG. */
  picture: () => Promise<Buffer>;
  /** Makes the page as large, in CSS px. */
  resize: (width: number, height: number) => Promise<void>;
  /** Ends the browser and what it needs. */
  close: () => Promise<void>;
}

/** How long a browser may take to start, and a page to show what is waited for, ms. */
export const patience = 20_000;

/** Waits until `isSo` answers something. @throws Error that says `what` was waited for. */
export async function until<T>(isSo: () => Promise<T | null | undefined | false>, what: string): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await isSo();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Not seen: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
