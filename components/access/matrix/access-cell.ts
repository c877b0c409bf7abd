import { writeText } from '@/components/grid/dom-order';
import type { GridCell } from '@/components/grid/grid-model';
import { stagedInWords, type CellAnnotation, type CellMark } from '@/lib/client/matrix/annotated-cells';
import { tintOf } from '@/lib/domain/access/share-words';
import tints from '@/components/ui/share-tint.module.css';
import type { KnownValue } from '@/lib/domain/access/matrix';
import type { Share } from '@/lib/domain/access/column-counts';
import type { FoldedMark } from './folded-marks';
import styles from './access-cell.module.css';

/** Value and mark of a cell; the mark tells the state of a change. */
export interface CellLook {
  value: KnownValue;
  mark: CellMark;
}

/** A reused cell of the matrix, its switch, and what they show, so that only differences are written. */
export interface AccessCell extends GridCell {
  readonly control: HTMLButtonElement;
  /** `share`: that of a band or of a folded group. Null: nothing yet. */
  value: KnownValue | 'share' | null;
  mark: CellLook['mark'];
  name: string;
  description: string;
}

/** @param readOnly the person may not change access. */
export function createAccessCell(readOnly: boolean): AccessCell {
  const element = document.createElement('div');
  element.setAttribute('role', 'gridcell');
  element.className = styles.cell ?? '';
  element.tabIndex = -1;
  const control = document.createElement('button');
  control.type = 'button';
  control.setAttribute('role', 'switch');
  control.tabIndex = -1;
  control.className = styles.switch ?? '';
  if (readOnly) control.setAttribute('aria-readonly', 'true');
  element.append('', control); // the text is a share
  return { element, control, value: null, mark: 'none', name: '', description: '' };
}

const valueWords: Record<KnownValue, string> = {
  none: 'not set up',
  loading: 'not loaded yet',
  denied: 'no access',
  granted: 'has access',
};

const spoken = ['aria-label', 'aria-description', 'title'];

/** Words for the value of a cell, which follow its record and entity. @param words as `lookOf` returned them. */
export function valueWordsOf({ value, mark }: CellLook, words = ''): string {
  if (mark === 'staged') return words;
  return mark === 'unconfirmed' ? 'access unconfirmed' : valueWords[value];
}

/**
 * Writes value and mark into `look`; callers reuse one object, because scrolling calls this hundreds of times a frame.
 * @param known the value. @param wanted the staged value. @returns the words about the mark.
 */
export function lookOf(
  look: CellLook,
  known: KnownValue,
  annotation: CellAnnotation | undefined,
  wanted: boolean | undefined,
): string {
  const isUnderWay = annotation?.mark === 'pending' || annotation?.mark === 'unconfirmed';
  const isStaged = wanted !== undefined && !isUnderWay;
  look.value = isStaged ? (wanted ? 'granted' : 'denied') : known;
  look.mark = isStaged ? 'staged' : (annotation?.mark ?? 'none');
  return isStaged ? valueWords[known] + stagedInWords(wanted) : (annotation?.words ?? '');
}

/** @param name record and entity in words. @param description words about the mark. */
export function paintAccessCell(cell: AccessCell, look: CellLook, name: string, description: string): void {
  const isSwitch = look.value === 'denied' || look.value === 'granted';
  const wasSwitch = cell.value === 'denied' || cell.value === 'granted';
  const [target, other] = isSwitch ? [cell.control, cell.element] : [cell.element, cell.control];
  if (cell.value === 'share') leaveShare(cell);
  const isMoved = isSwitch !== wasSwitch || cell.value === null;
  if (cell.value !== look.value) {
    if (isSwitch) cell.control.setAttribute('aria-checked', look.value === 'granted' ? 'true' : 'false');
    if (isSwitch) delete cell.element.dataset.empty;
    else cell.element.dataset.empty = look.value;
  }
  const isOther = isMoved || cell.description !== description;
  if (isOther || cell.name !== name || cell.value !== look.value || cell.mark !== look.mark)
    target.setAttribute('aria-label', `${name}, ${valueWordsOf(look, description)}`);
  if (cell.mark !== look.mark) {
    if (look.mark === 'none') delete cell.element.dataset.mark;
    else cell.element.dataset.mark = look.mark;
  }
  // Where there is no switch, the cell has the words: screen readers skip a hidden control.
  if (isMoved) for (const attribute of spoken) other.removeAttribute(attribute);
  if (isOther || cell.mark !== look.mark) describe(target, description, look.mark === 'staged');
  cell.value = look.value;
  cell.mark = look.mark;
  cell.name = name;
  cell.description = description;
}

/**
 * Shows how much of a band, or of a folded group, has access.
 * @param text what stands in the cell. @param words its accessible name. @param isOpen whether the band is unfolded.
 * @param mark that of the assignments that it stands for.
 */
export function paintShareCell(
  cell: AccessCell,
  share: Share,
  text: string,
  words: string,
  isOpen: boolean,
  mark: FoldedMark = 'none',
): void {
  const { element } = cell;
  if (cell.value !== 'share') {
    for (const attribute of spoken) element.removeAttribute(attribute);
    delete element.dataset.mark;
    element.dataset.empty = cell.value = 'share';
    element.classList.add(tints.cell ?? '');
    cell.mark = 'none';
    cell.name = cell.description = '';
  }
  element.ariaExpanded = String(isOpen);
  if (mark === 'none') delete element.dataset.mark;
  else element.dataset.mark = mark;
  writeText(element, text);
  element.dataset.tint = String(tintOf(share));
  if (cell.name === words) return;
  cell.name = words;
  element.setAttribute('aria-label', words);
}

/** Empties a cell that showed a share. */
function leaveShare(cell: AccessCell): void {
  const { element } = cell;
  cell.value = null;
  element.ariaExpanded = null;
  delete element.dataset.mark;
  writeText(element, '');
  delete element.dataset.tint;
  element.classList.remove(tints.cell ?? '');
}

/** @param isNamed the accessible name has the words already. */
function describe(element: HTMLElement, description: string, isNamed: boolean): void {
  if (description === '') element.removeAttribute('title');
  else element.title = description;
  element.ariaDescription = isNamed ? null : description || null;
}

/** @returns the element that takes the focus: the switch, or the cell where there is none. */
export function focusTargetOf(cell: AccessCell): HTMLElement {
  return cell.value === 'denied' || cell.value === 'granted' ? cell.control : cell.element;
}
