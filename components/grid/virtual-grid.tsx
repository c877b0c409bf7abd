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
  /** A new model with the same key keeps its place; another key begins at the top, or where the person left that list. */
  listKey: string;
  /** Whether Back, Forward and a reload show the grid where the person left it. */
  keepsPlace?: boolean;
  /** Gets the engine, and whether it begins where the person left it; null when the grid is removed. */
  onEngine: (engine: GridEngine<Cell> | null, isResumed: boolean) => void;
  /** Gets each new selection; the object is the engine's own. */
  onSelection?: ((selection: GridSelection) => void) | undefined;
  /** Gets the rows and columns in view, in each frame of scrolling. */
  onView?: ((view: GridRange) => void) | undefined;
  className?: string;
}

/** Gives a `GridEngine` its element and its models. */
export function VirtualGrid<Cell extends GridCell>(props: VirtualGridProps<Cell>) {
  const { model, label, describedBy, isReadOnly, listKey, keepsPlace = false, className } = props;
  const { onEngine, onSelection, onView } = props;
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<GridEngine<Cell> | null>(null);
  const shown = useRef({ model, listKey });

  // One engine for as long as there is a grid: another one would lose scroll and focus.
  const giveEngine = useEffectEvent(onEngine);
  const giveSelection = useEffectEvent((selection: GridSelection) => onSelection?.(selection));
  const giveView = useEffectEvent((view: GridRange) => onView?.(view));
  useLayoutEffect(() => {
    if (root.current === null) return;
    const made = new GridEngine(root.current, shown.current.model, {
      selection: (selection) => giveSelection(selection),
      view: (view) => giveView(view),
    });
    engine.current = made;
    giveEngine(made, keepsPlace && resumeLeft(made, shown.current.listKey));
    const stopKeeping = keepsPlace ? keepPlace(root.current, 'grid', () => shown.current.listKey) : undefined;
    return () => {
      stopKeeping?.();
      giveEngine(null, false);
      engine.current = null;
      made.destroy();
    };
  }, [keepsPlace]);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { model, listKey };
    const isOther = before.listKey !== listKey;
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

/** Scrolls to where the person left the list. @returns false: there is no such place. */
function resumeLeft<Cell extends GridCell>(engine: GridEngine<Cell>, listKey: string): boolean {
  const place = placeLeft('grid', listKey);
  if (place !== null) engine.resume(place);
  return place !== null;
}
