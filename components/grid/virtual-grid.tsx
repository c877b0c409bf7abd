'use client';

import { useLayoutEffect, useRef } from 'react';
import { GridEngine } from './grid-engine';
import type { GridCell, GridModel } from './grid-model';
import type { GridSelection } from './grid-selection';

interface VirtualGridProps<Cell extends GridCell> {
  model: GridModel<Cell>;
  label: string;
  /** Id of the element that explains the grid. */
  describedBy?: string | undefined;
  isReadOnly?: boolean;
  /** While its value stays the same, a new model keeps what is in view; another value begins at the top. */
  listKey: string;
  /** Told of the engine when it stands, and null when it is gone. */
  onEngine: (engine: GridEngine<Cell> | null) => void;
  /** Told whenever another selection is made; the object is the engine's own. */
  onSelection?: ((selection: GridSelection) => void) | undefined;
  className?: string;
}

/** The React frame around a `GridEngine`: it hands over the model and stays out of everything else. */
export function VirtualGrid<Cell extends GridCell>(props: VirtualGridProps<Cell>) {
  const { model, label, describedBy, isReadOnly, listKey, onEngine, onSelection, className } = props;
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<GridEngine<Cell> | null>(null);
  const shown = useRef({ model, listKey });

  useLayoutEffect(() => {
    if (root.current === null) return;
    const made = new GridEngine(root.current, shown.current.model, onSelection);
    engine.current = made;
    onEngine(made);
    return () => {
      onEngine(null);
      engine.current = null;
      made.destroy();
    };
  }, [onEngine, onSelection]);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { model, listKey };
    const isOther = before.listKey !== listKey;
    if (before.model !== model) engine.current?.setModel(model, isOther);
  }, [model, listKey]);

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
