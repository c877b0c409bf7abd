import type { GridCell } from '@/components/grid/grid-model';
import styles from './access-cell.module.css';

/**
 * What one cell shows. `none`: no such combination; `loading`: not known yet, the matrix has not arrived to its end.
 * `mark` is what happened to the person's own change of it.
 */
export interface CellLook {
  value: 'none' | 'loading' | 'denied' | 'granted';
  mark: 'none' | 'collected' | 'waiting' | 'pending' | 'unknown' | 'conflict' | 'refused';
}

/** One reused cell of the matrix: its switch, and what both show at the moment, so that only changes are written. */
export interface AccessCell extends GridCell {
  readonly control: HTMLButtonElement;
  value: CellLook['value'] | null;
  mark: CellLook['mark'];
  name: string;
  description: string;
}

/** An empty cell; `readOnly` when the person may see but not change. */
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
  element.append(control);
  return { element, control, value: null, mark: 'none', name: '', description: '' };
}

const valueWords: Record<CellLook['value'], string> = {
  none: 'no such combination',
  loading: 'not loaded yet',
  denied: 'no access',
  granted: 'has access',
};

/** Shows a look; `name` is the record and entity in words, `description` what is to be said about the mark. */
export function paintAccessCell(cell: AccessCell, look: CellLook, name: string, description: string): void {
  const isSwitch = look.value === 'denied' || look.value === 'granted';
  if (cell.value !== look.value) {
    const wasSwitch = cell.value === 'denied' || cell.value === 'granted';
    if (isSwitch) cell.control.setAttribute('aria-checked', look.value === 'granted' ? 'true' : 'false');
    if (isSwitch !== wasSwitch || !isSwitch) {
      if (isSwitch) delete cell.element.dataset.empty;
      else cell.element.dataset.empty = look.value;
    }
  }
  if (cell.mark !== look.mark) {
    cell.mark = look.mark;
    if (look.mark === 'none') delete cell.element.dataset.mark;
    else cell.element.dataset.mark = look.mark;
  }
  if (cell.name !== name || cell.value !== look.value) {
    cell.name = name;
    const words = `${name}, ${valueWords[look.value]}`;
    if (isSwitch) cell.control.setAttribute('aria-label', words);
    else cell.element.setAttribute('aria-label', words);
    if (isSwitch && cell.element.hasAttribute('aria-label')) cell.element.removeAttribute('aria-label');
  }
  if (cell.description !== description) {
    cell.description = description;
    if (description === '') {
      cell.control.removeAttribute('aria-description');
      cell.control.removeAttribute('title');
    } else {
      cell.control.setAttribute('aria-description', description);
      cell.control.title = description;
    }
  }
  cell.value = look.value;
}

/** The part of the cell that takes the focus: the switch, or the cell itself where there is none. */
export function focusTargetOf(cell: AccessCell): HTMLElement {
  return cell.value === 'denied' || cell.value === 'granted' ? cell.control : cell.element;
}
