import type { GridCell } from '@/components/grid/grid-model';
import { afterName } from '@/lib/domain/access/names/named';
import styles from './change-block.module.css';

interface NamedId {
  id: string;
  name: string;
}

/**
 * What a cell of a block shows. `sum`: the box of a row, column or type; `rest`: an assignment that is not changed;
 * `gone`: a change that already matches and is skipped.
 */
export type BlockLook =
  | { kind: 'give' | 'remove' | 'gone'; ticked: boolean; words: string }
  | { kind: 'sum'; ticked: boolean | 'mixed'; words: string }
  | { kind: 'rest'; value: 'granted' | 'denied' | 'none'; words: string }
  | { kind: 'blank' };

/** A reused cell. */
export interface BlockCell extends GridCell {
  readonly box: HTMLElement;
  shown: string;
}

export function createBlockCell(): BlockCell {
  const element = document.createElement('div');
  element.setAttribute('role', 'gridcell');
  element.className = styles.cell ?? '';
  element.tabIndex = -1;
  const box = document.createElement('span');
  box.tabIndex = -1;
  box.className = styles.box ?? '';
  element.append(box);
  return { element, box, shown: '' };
}

/** Whether the cell has a tick box. */
function isBox(look: BlockLook): boolean {
  return look.kind !== 'rest' && look.kind !== 'blank';
}

export function focusTargetOf({ element, box }: BlockCell): HTMLElement {
  return box.hasAttribute('role') ? box : element;
}

/** Draws a cell where its look changed. */
export function paintBlockCell(cell: BlockCell, look: BlockLook): void {
  const key = JSON.stringify(look);
  if (cell.shown === key) return;
  cell.shown = key;
  const { element, box } = cell;
  const words = look.kind === 'blank' ? '' : look.words;
  const [labelled, other] = isBox(look) ? [box, element] : [element, box];
  element.dataset.kind = look.kind;
  for (const attribute of ['aria-label', 'title']) {
    if (words === '') labelled.removeAttribute(attribute);
    else labelled.setAttribute(attribute, words);
    other.removeAttribute(attribute);
  }
  if (isBox(look) && 'ticked' in look) {
    box.setAttribute('role', 'checkbox');
    box.setAttribute('aria-checked', String(look.ticked));
  } else {
    box.removeAttribute('role');
    box.removeAttribute('aria-checked');
  }
  if (look.kind === 'rest') element.dataset.value = look.value;
  else delete element.dataset.value;
}

/** Draws a name and an ID, or the ID alone. @param isStacked puts the ID below the name. */
export function paintNamed(element: HTMLElement, { id, name }: NamedId, isStacked: boolean): void {
  element.classList.add(styles.named ?? '');
  element.classList.toggle(styles.stacked ?? '', isStacked);
  const [first, second] = [document.createElement('bdi'), document.createElement('small')];
  first.textContent = name === '' ? id : name;
  second.textContent = name === '' ? '' : isStacked ? id : afterName(id);
  element.replaceChildren(first, second);
}

interface BlockHead {
  code: string;
  name: string;
  ticked: boolean | 'mixed';
  words: string;
}

export function paintBlockHead(element: HTMLElement, head: BlockHead): void {
  if (element.childElementCount === 0) {
    element.classList.add(styles.head ?? '');
    element.append(...['span', 'small', 'small'].map((tag) => document.createElement(tag)));
  }
  for (const [at, text] of [head.code, head.name].entries()) {
    const part = element.children[at + 1];
    if (part) part.textContent = text;
  }
  element.dataset.ticked = String(head.ticked);
  element.title = head.words;
  element.setAttribute('aria-description', head.words);
}
