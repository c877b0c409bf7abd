'use client';

import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { keepPlace, placeLeft } from '@/components/ui/scroll-place';
import { GridEngine } from './grid-engine';
import type { GridCell, GridModel } from './grid-model';
import type { GridRange, GridSelection } from './grid-selection';

interface VirtualGridProps<Cell extends GridCell> {
  model: GridModel<Cell>;
  label: string;
  /** Id of the element that explains the grid. */
  describedBy?: string | undefined;
  isReadOnly?: boolean;
  /**
   * While its value stays the same, a new model keeps what is in view; another value begins at the top, or where somebody
   * left it who has come back to it.
   */
  listKey: string;
  /** The grid that a page is about: Back, Forward and reload show it where it was left. */
  keepsPlace?: boolean;
  /** Told of the engine when it stands, and whether it stands where somebody left it; null when it is gone. */
  onEngine: (engine: GridEngine<Cell> | null, isResumed: boolean) => void;
  /** Told whenever another selection is made; the object is the engine's own. */
  onSelection?: ((selection: GridSelection) => void) | undefined;
  /** Told in each frame of scrolling which rows and columns can be seen. */
  onView?: ((view: GridRange) => void) | undefined;
  className?: string;
}

/** The React frame around a `GridEngine`: it hands over the model and stays out of everything else. */
export function VirtualGrid<Cell extends GridCell>(props: VirtualGridProps<Cell>) {
  const { model, label, describedBy, isReadOnly, listKey, keepsPlace = false, className } = props;
  const { onEngine, onSelection, onView } = props;
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<GridEngine<Cell> | null>(null);
  const shown = useRef({ model, listKey });

  // One engine for as long as there is a grid: another one would lose scroll and focus.
  const tellEngine = useEffectEvent(onEngine);
  const tellSelection = useEffectEvent((selection: GridSelection) => onSelection?.(selection));
  const tellView = useEffectEvent((view: GridRange) => onView?.(view));
  useLayoutEffect(() => {
    if (root.current === null) return;
    const made = new GridEngine(root.current, shown.current.model, {
      selection: (selection) => tellSelection(selection),
      view: (view) => tellView(view),
    });
    engine.current = made;
    tellEngine(made, keepsPlace && resumeLeft(made, shown.current.listKey));
    const stopKeeping = keepsPlace ? keepPlace(root.current, 'grid', () => shown.current.listKey) : undefined;
    return () => {
      stopKeeping?.();
      tellEngine(null, false);
      engine.current = null;
      made.destroy();
    };
  }, [keepsPlace]);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { model, listKey };
    const isOther = before.listKey !== listKey;
    // Where somebody was in a hurry, the engine shows it already.
    if (before.model === model || engine.current === null || engine.current.model === model) return;
    engine.current.setModel(model, isOther);
    if (isOther && keepsPlace) resumeLeft(engine.current, listKey);
  }, [model, listKey, keepsPlace]);

  return (
    <div
      ref={root}
      aria-label={label}
      aria-describedby={describedBy}
      aria-readonly={isReadOnly === true ? true : undefined}
      className={className}
    />
  );
}

/** Goes on where somebody left the list who has come back to it. @returns whether somebody has. */
function resumeLeft<Cell extends GridCell>(engine: GridEngine<Cell>, listKey: string): boolean {
  const place = placeLeft('grid', listKey);
  if (place !== null) engine.resume(place);
  return place !== null;
}
