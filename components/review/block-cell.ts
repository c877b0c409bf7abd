import type { GridCell } from '@/components/grid/grid-model';
import { afterName } from '@/lib/domain/access/names/named';
import styles from './change-block.module.css';

/** An ID and its name; '' where it has none. */
interface NamedId {
  id: string;
  name: string;
}

/**
 * What a place of a block shows. `sum`: the box of a row, a column or
 * a type; `rest`: what is not to be changed, as it is now; `gone`: a change that the service has already, and that is
 * skipped.
 */
export type BlockLook =
  | { kind: 'give' | 'remove' | 'gone'; ticked: boolean; words: string }
  | { kind: 'sum'; ticked: boolean | 'mixed'; words: string }
  | { kind: 'rest'; value: 'granted' | 'denied' | 'none'; words: string }
  | { kind: 'blank' };

/** One reused cell of a block: its box, and what it shows at the moment. */
export interface BlockCell extends GridCell {
  readonly box: HTMLElement;
  shown: string;
}

/** An empty cell. */
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

/** Whether a place can be ticked; the others only tell. */
function isBox(look: BlockLook): boolean {
  return look.kind !== 'rest' && look.kind !== 'blank';
}

/** The element that takes the focus: the box, or the cell where there is none. */
export function focusTargetOf({ element, box }: BlockCell): HTMLElement {
  return box.hasAttribute('role') ? box : element;
}

/** Shows a look; writes only where it is another one. */
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

/**
 * Shows a name and an ID, or the ID alone; of the two the name is cut where there is no room.
 * @param isStacked the ID stands below the name.
 */
export function paintNamed(element: HTMLElement, { id, name }: NamedId, isStacked: boolean): void {
  element.classList.add(styles.named ?? '');
  element.classList.toggle(styles.stacked ?? '', isStacked);
  const [first, second] = [document.createElement('bdi'), document.createElement('small')];
  first.textContent = name === '' ? id : name;
  second.textContent = name === '' ? '' : isStacked ? id : afterName(id);
  element.replaceChildren(first, second);
}

/** What the head of a column shows: from below a box, a code, and a name or ''. */
interface BlockHead {
  code: string;
  name: string;
  ticked: boolean | 'mixed';
  words: string;
}

/** Shows the head of a column. */
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
