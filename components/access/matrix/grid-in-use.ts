import type { GridEngine } from '@/components/grid/grid-engine';
import { StickyHeading } from '@/components/grid/sticky-heading';
import type { AccessCell } from './access-cell';
import { keepSwitchPictures } from './switch-pictures';

/** Gives the grid what it needs when somebody scrolls it: smoother switches, and the heads of bands in view. */
export function equip(engine: GridEngine<AccessCell> | null, isReadOnly: boolean, signal: AbortSignal): void {
  keepSwitchPictures(isReadOnly, signal);
  if (engine === null) return;
  engine.heading = new StickyHeading(engine);
  engine.repaint();
}
