/**
 * What a person does before the page's code has come: an inline script notes it, and the parts of the page take it up
 * when they are alive. A press is kept of what `data-keeps-press` marks, which the part around it takes, and of a page's
 * buttons and boxes, which `pressAgain` presses; the pressed one is shown as busy. A marked link then leads nowhere by
 * itself, unless it is pressed again or for another tab.
 */
export interface EarlyInput {
  typed: WeakMap<Element, string>;
  pressed: HTMLElement | null;
  /** Whether a page's own buttons and boxes work. */
  isAlive: boolean;
  /** Where a press began that has not ended. */
  held: Element | null;
  /** Whether the page's code hears keys: the script leaves `/` to it. */
  hearsKeys: boolean;
  /** Whether the palette was asked for by its keys. */
  asksPalette: boolean;
}

const early = globalThis as typeof globalThis & { memEarly?: EarlyInput };

/**
 * Runs in <head>. A press counts once: who presses again, or elsewhere, still waits for the first. The key `/` leads to the
 * search as in use-page-keys.ts, which takes it over. The palette's keys are kept from the browser, which has its own use
 * of them, where the page has its button.
 */
export const earlyInputScript = `{let n=window.memEarly={typed:new WeakMap,pressed:null,isAlive:false,held:null,hearsKeys:false,asksPalette:false},k=e=>e.ctrlKey||e.metaKey||e.shiftKey||e.altKey?null:e.target.closest?.('[data-keeps-press]');addEventListener('input',({target:t})=>n.typed.set(t,t.value),true);addEventListener('click',e=>{let b=k(e)??(n.isAlive||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey?null:e.target.closest?.('#content :is(button:not([popovertarget]),input[type=checkbox],input[type=radio]):not([role=grid] *)'));if(b&&!n.pressed){n.pressed=b;b.setAttribute('aria-busy','true');if(b.href)e.preventDefault()}},true);addEventListener('pointerdown',e=>n.held=e.button?null:k(e),true);for(let t of['pointerup','pointercancel'])addEventListener(t,()=>n.held=null,true);addEventListener('keydown',e=>{if(n.hearsKeys||e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||e.repeat||e.target.matches?.('input:not([type=checkbox],[type=radio]),textarea,select')||document.documentElement.dataset.singleKeys==='off'&&!e.target.closest?.('[role=grid]'))return;let s=document.querySelector('[data-search]');if(s){e.preventDefault();s.focus()}});addEventListener('keydown',e=>{if(!e.defaultPrevented&&(e.ctrlKey||e.metaKey)&&!e.shiftKey&&!e.altKey&&e.key.toLowerCase()==='k'&&document.querySelector('[aria-keyshortcuts^="Control+K"]')&&!document.querySelector('dialog[open]')){e.preventDefault();n.asksPalette=true}})}`;

/** The page's code hears keys from now on. */
export function takeKeys(): void {
  if (early.memEarly) early.memEarly.hearsKeys = true;
}

/** Whether the palette was asked for before its code came, once. */
export function takePaletteKeys(): boolean {
  const isAsked = early.memEarly?.asksPalette === true;
  if (early.memEarly) early.memEarly.asksPalette = false;
  return isAsked;
}

/** The text that was typed into a field before its code came, once; undefined: nothing was. */
export function takeTyped(field: Element): string | undefined {
  const text = early.memEarly?.typed.get(field);
  early.memEarly?.typed.delete(field);
  return text;
}

/** The page works from now on: presses the button or the box of it that was pressed before its code came. */
export function pressAgain(): void {
  const known = early.memEarly;
  if (!known) return;
  known.isAlive = true;
  const { pressed } = known;
  if (pressed === null || pressed.dataset.keepsPress !== undefined) return;
  known.pressed = null;
  pressed.removeAttribute('aria-busy');
  // The browser has ticked it by itself: React would find nothing new.
  if (pressed instanceof HTMLInputElement) pressed.checked = pressed.defaultChecked;
  pressed.click();
}

/** Which of these elements was pressed before their code came, once; null: none was. */
export function takePressed(within: Element): Element | null {
  const pressed = early.memEarly?.pressed ?? null;
  if (!early.memEarly || !within.contains(pressed)) return null;
  early.memEarly.pressed = null;
  return pressed;
}
