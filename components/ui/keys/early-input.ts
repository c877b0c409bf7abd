/**
 * What a person does before the page's code has come: an inline script notes it, and the parts of the page take it up
 * when they are alive. A press is kept of what `data-keeps-press` marks, which the part around it takes, and of the
 * buttons and boxes of a page with a head, which `pressAgain` presses; the pressed one shows that it waits. A marked link
 * then leads nowhere by itself, unless it is pressed again or for another tab. The key `/`, which means the same on every
 * page, the script alone hears at all times.
 */
export interface EarlyInput {
  typed: WeakMap<Element, string>;
  pressed: HTMLElement | null;
  /** The click that pressed it. */
  pressedBy: Event | null;
  /** A page's boxes that were pressed, of a group of radio buttons the last one, with what the browser made of them. */
  ticked: Map<HTMLInputElement, boolean>;
  /** Whether a page's own buttons and boxes work. */
  isAlive: boolean;
}

/** The end of a page's head: a page that has it calls `pressAgain` when it works. */
export const pageHeadEndId = 'page-head-end';

const early = globalThis as typeof globalThis & { memEarly?: EarlyInput };

/**
 * Runs in <head>. A press of a button counts once: who presses again, or elsewhere, still waits for the first; of boxes
 * counts how they were left. The key `/` leads to the search that the page marks with `data-search`, where single keys mean
 * something (use-page-keys.ts). Made when the server asks for it: as a constant every page's code would hold it.
 */
export function earlyInputScript(): string {
  const parts = [
    'let n=window.memEarly={typed:new WeakMap,pressed:null,pressedBy:null,ticked:new Map,isAlive:false}',
    'let plain=e=>!(e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)',
    "let kept=e=>plain(e)?e.target.closest?.('[data-keeps-press]'):null",
    `let ofPage=e=>n.isAlive||!plain(e)?null:e.target.closest?.('#content:has(#${pageHeadEndId}) :is(button:not([popovertarget]),input[type=checkbox],input[type=radio]):not([role=grid] *)')`,
    "addEventListener('input',({target:t})=>n.typed.set(t,t.value),true)",
    "let tick=b=>{if(b.type==='radio')for(let o of n.ticked.keys())if(o.name===b.name)n.ticked.delete(o);n.ticked.set(b,b.checked)}",
    "addEventListener('click',e=>{let k=kept(e),b=k??ofPage(e);if(b?.checked!==undefined)tick(b);else if(b&&!n.pressed){n.pressed=b;n.pressedBy=e;b.setAttribute(k?'aria-busy':'data-early','true');if(b.href)e.preventDefault()}},true)",
    "addEventListener('keydown',e=>{if(e.key!=='/'||e.defaultPrevented||e.ctrlKey||e.metaKey||e.altKey||e.repeat||e.target.matches?.('input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]')||document.querySelector('dialog[open],[popover=auto]:popover-open')||document.documentElement.dataset.singleKeys==='off'&&!e.target.closest?.('[role=grid]'))return;let s=document.querySelector('[data-search]');if(s){e.preventDefault();s.focus()}})",
  ];
  return `{${parts.join(';')}}`;
}

/** The text that was typed into a field before its code came, once; undefined: nothing was. */
export function takeTyped(field: Element): string | undefined {
  const text = early.memEarly?.typed.get(field);
  early.memEarly?.typed.delete(field);
  return text;
}

/**
 * The page works from now on: presses the button of it that was pressed before its code came, and brings its boxes to
 * where they were left.
 */
export function pressAgain(): void {
  const known = early.memEarly;
  if (!known || known.isAlive) return;
  known.isAlive = true;
  for (const [box, isTicked] of known.ticked)
    if (isTicked !== box.defaultChecked) {
      box.checked = box.defaultChecked; // the browser has ticked it by itself: React would find nothing new
      box.click();
    }
  known.ticked.clear();
  const { pressed, pressedBy } = known;
  if (pressed === null || pressed.dataset.keepsPress !== undefined) return;
  known.pressed = null;
  delete pressed.dataset.early;
  // A click that has the page come alive is handed to it by React.
  if (window.event !== pressedBy) pressed.click();
}

/** Which of these elements was pressed before their code came, once; null: none was. */
export function takePressed(within: Element): Element | null {
  const pressed = early.memEarly?.pressed ?? null;
  if (!early.memEarly || !within.contains(pressed)) return null;
  early.memEarly.pressed = null;
  return pressed;
}
