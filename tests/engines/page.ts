import type { Engine } from './engine';
import { until } from './engine';

/** Elements of a role that the jobs use. */
const selectors = {
  button: 'button',
  columnheader: '[role="columnheader"],[role="grid"] thead th',
  combobox: '[role="combobox"]',
  dialog: 'dialog[open],[role="dialog"],aside',
  gridcell: '[role="gridcell"],[role="grid"] td',
  heading: 'h1,h2,h3',
  link: 'a[href]',
  menuitem: '[role^="menuitem"]',
  option: '[role="option"]',
  row: '[role="row"],tr',
  searchbox: 'input[type="search"]',
  status: '[role="status"]',
  switch: '[role="switch"]',
} as const;

type Role = keyof typeof selectors;

/** In the page: the elements of a role that can be seen, with names as people know them. */
const finding = `
  const [selector, pattern] = args;
  const nameOf = (e) => e.ariaLabel || (e.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.textContent).join(' ').trim()
    || (e.labels?.[0]?.textContent || e.textContent || '');
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const found = [...document.querySelectorAll(selector)].filter((e) => {
    const { width, height } = e.getBoundingClientRect();
    return width > 1 && height > 1 && e.checkVisibility({ visibilityProperty: true }) && (!modal || modal.contains(e)) &&
      new RegExp(pattern).test(nameOf(e).replace(/\\s+/g, ' ').trim());
  });`;

/** Keys that have no character, as WebDriver writes them. */
const keys: Record<string, string> = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Control: '\ue009',
  Escape: '\ue00c',
  ArrowLeft: '\ue012',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
};

const errorsNoted = `
  if (!window.memErrors) {
    window.memErrors = [];
    addEventListener('error', ({ message }) => /^ResizeObserver loop/.test(message) || window.memErrors.push(message)); // no fault: a size is told in the next frame
    const { error } = console;
    console.error = (...words) => { window.memErrors.push(words.map(String).join(' ')); error(...words); };
  }
  return window.memErrors;`;

/** What a person does and sees in the window of an engine. */
export class EnginePage {
  readonly engine: Engine;
  readonly #base: string;

  constructor(engine: Engine, base: string) {
    this.engine = engine;
    this.#base = base;
  }

  /** Goes to a page of the console and waits until it has mounted and its matrix has come. */
  async goto(path: string): Promise<void> {
    await this.engine.open(this.#base + path);
    await this.run(errorsNoted);
    await until(
      () =>
        this.run<boolean>(
          `return document.documentElement.dataset.loading === undefined && !document.querySelector('#content div[aria-busy="true"]');`,
        ),
      `${path} alive`,
    );
  }

  async run<T>(body: string, ...args: unknown[]): Promise<T> {
    return (await this.engine.run(body, args)) as T; // what the body is written to return
  }

  /** Errors that the page has told since it was opened. */
  errors(): Promise<string[]> {
    return this.run(errorsNoted);
  }

  /** Waits until something of a role and a name can be seen. @returns the text of the first. */
  see(role: Role, name: RegExp = /./): Promise<string> {
    const text = () =>
      this.run<string | null>(
        `${finding} return found[0]?.textContent ?? null;`,
        selectors[role],
        name.source,
      );
    return until(text, `${role} ${String(name)}`);
  }

  /** Waits until nothing of a role and a name can be seen. */
  async seeNo(role: Role, name: RegExp): Promise<void> {
    const isNone = () =>
      this.run<boolean>(`${finding} return found.length === 0;`, selectors[role], name.source);
    await until(isNone, `no ${role} ${String(name)}`);
  }

  /** How many of a role and a name can be seen. */
  count(role: Role, name: RegExp = /./): Promise<number> {
    return this.run(`${finding} return found.length;`, selectors[role], name.source);
  }

  /** Waits until a script of the page answers true. */
  async waitFor(body: string, what: string): Promise<void> {
    await until(() => this.run<boolean>(body), what);
  }

  /** The middle of what is seen, in CSS px of the window. */
  async place(role: Role, name: RegExp, at = 0): Promise<{ x: number; y: number }> {
    await this.see(role, name);
    return this.run(
      `${finding} found[args[2]].scrollIntoView({ block: 'nearest', inline: 'nearest' });
       const { left, top, width, height } = found[args[2]].getBoundingClientRect();
       return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };`,
      selectors[role],
      name.source,
      at,
    );
  }

  /** Presses with the mouse, once the page has mounted: until then its buttons do nothing. */
  async press(role: Role, name: RegExp, at = 0): Promise<void> {
    await this.waitFor('return document.documentElement.dataset.loading === undefined;', 'a mounted page');
    const { x, y } = await this.place(role, name, at);
    await this.drag([{ x, y }]);
  }

  /** Presses the mouse at the first place, and lets it go at the last. */
  async drag([from, ...ways]: readonly { x: number; y: number }[]): Promise<void> {
    const move = (to: object | undefined) => ({
      type: 'pointerMove',
      duration: 0,
      origin: 'viewport',
      ...to,
    });
    await this.engine.act([
      {
        ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
        actions: [
          move(from),
          { type: 'pointerDown', button: 0 },
          ...ways.map(move),
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Types a text letter by letter. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.engine.act([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Presses keys together: `Control+c`. */
  async key(together: string): Promise<void> {
    const values = together.split('+').map((name) => keys[name] ?? name);
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await this.engine.act([{ type: 'key', id: 'keyboard', actions }]);
  }
}
