'use client';

import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import { usePointedAt } from '@/components/grid/use-pointed-at';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { DraftField } from '@/components/ui/fields/draft-field';
import { useNarrow } from '@/components/ui/window-width';
import { useKeyNames } from '@/lib/client/use-names';
import type { Cell } from '@/lib/contract/access/access';
import { changeBlock } from '@/lib/domain/access/change/change-block';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { BlockCell } from './block-cell';
import styles from './change-block.module.css';
import { createBlockModel, restInWords, type BlockModel, type KnownState } from './block-model';

export type ShownRecord = Pick<Cell, 'recordType' | 'recordId'>;

interface ChangeBlockProps<C extends WantedChange> {
  changes: readonly C[];
  isOn: (change: C) => boolean;
  onTick: (changes: readonly C[], isOn: boolean) => void;
  stateOf: KnownState;
  moreOf?: (change: C) => string;
  /** Whose names are drawn; the page's connection by default. */
  connection?: string | undefined;
  /** All entities, in their order. */
  entityIds: readonly string[];
  /** The row to scroll to and focus; null: none. */
  shown: ShownRecord | null;
  onShown: () => void;
}

/** Longer lists get a search field. */
const mostAtSight = 10;
/** CSS px of rows; where there is less room, the page scrolls instead of the block. */
const leastOfRows = 112;
const nothingMore = () => '';

/** A grid of records by entities in which a person unticks changes by row, column or cell. */
export function ChangeBlock<C extends WantedChange>(props: ChangeBlockProps<C>) {
  const { changes, isOn, onTick, stateOf, moreOf = nothingMore, entityIds, shown, onShown } = props;
  const names = useKeyNames(props.connection);
  const isNarrow = useNarrow();
  const [text, setText] = useState('');
  const [engine, setEngine] = useState<GridEngine<BlockCell> | null>(null);
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return changes;
    const textOf = ({ cell }: C) =>
      [cell.recordId, names.record(cell), cell.entityId, names.entity(cell.entityId)].join('\n');
    return changes.filter((change) => textOf(change).toLowerCase().includes(wanted));
  }, [changes, names, text]);
  const block = useMemo(() => changeBlock(found, names.group, entityIds), [found, names, entityIds]);
  const isLong = useMemo(() => found !== changes || block.rows.length > mostAtSight, [found, changes, block]);
  const model = useMemo(
    () =>
      createBlockModel({
        ...{ block, names, isNarrow, isOn, onTick, stateOf, moreOf },
        selection: engine?.selection ?? null,
      }),
    [block, names, isNarrow, isOn, onTick, stateOf, moreOf, engine],
  );
  if (shown !== null && text !== '') setText(''); // the search may hide the record
  const show = useEffectEvent(({ recordType, recordId }: ShownRecord, grid: GridEngine<BlockCell>) => {
    const row = block.rowOf(recordType, recordId);
    if (row >= 0) {
      grid.moveTo({ row, column: 0 });
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    }
    onShown();
  });
  useEffect(() => {
    if (shown !== null && engine !== null) show(shown, engine);
  }, [shown, engine]);
  const isWhole = found === changes; // a search hides changes, which would look unchanged
  const rest = useMemo(() => (isWhole ? restInWords(block, stateOf) : ''), [isWhole, block, stateOf]);
  const { headHeight, rowCount, rowHeight } = model;
  const ofRows = rowCount * rowHeight + 1; // the border
  const [beyond, setBeyond] = useState(0);
  return (
    <>
      <div data-print="hide" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isLong && (
          <DraftField
            look="search"
            label="Find"
            hideLabel
            placeholder="Find a record or entity"
            maxLength={250}
            value={text}
            onCommit={setText}
            className="w-full sm:w-56"
          />
        )}
        <TickAll {...{ isOn, onTick, found }} isAll={found.length === changes.length} />
        <Legend changes={changes} />
        {rest !== '' && <p className="text-xs/7 text-text-muted max-sm:order-last">Not changed: {rest}</p>}
        {beyond > 0 && (
          <p className="tabular ml-auto text-xs/7 text-text-muted">
            {counted(beyond, 'more entity', 'more entities')} →
          </p>
        )}
      </div>
      {found.length === 0 ? (
        <p className="px-3 py-6 text-center text-sm text-text-muted">Nothing here contains “{text}”.</p>
      ) : (
        <div
          className={`shrink overflow-hidden rounded-md border border-line bg-surface text-sm ${styles.block ?? ''}`}
          style={{ height: headHeight + ofRows, minHeight: headHeight + Math.min(ofRows, leastOfRows) }}
        >
          <VirtualGrid
            model={model}
            label="Assignments"
            listKey={text}
            onEngine={setEngine}
            onView={({ right }) => setBeyond(model.columns.count - 1 - right)}
            className="h-[calc(100%+1px)]"
          />
        </div>
      )}
      {/* The line keeps its height, so that the layout does not move when the grid is ready. */}
      <p data-print="hide" className="tabular h-5 shrink-0 truncate text-sm max-sm:hidden short:hidden">
        {engine !== null && <BlockReadout {...{ engine, model }} />}
      </p>
    </>
  );
}

interface TickAllProps<C extends WantedChange> extends Pick<ChangeBlockProps<C>, 'isOn' | 'onTick'> {
  found: readonly C[];
  isAll: boolean;
}

/** A box for all found changes; mixed where only some are ticked. */
function TickAll<C extends WantedChange>({ isOn, onTick, found, isAll }: TickAllProps<C>) {
  const count = found.filter(isOn).length;
  return (
    <Checkbox
      isSelected={count === found.length && count > 0}
      isIndeterminate={count > 0 && count < found.length}
      isDisabled={found.length === 0}
      onChange={(isSelected) => onTick(found, isSelected)}
    >
      <span className="tabular">
        {isAll ? 'All of them' : 'All that were found'}: {inDigits(count)} of {inDigits(found.length)} ticked
      </span>
    </Checkbox>
  );
}

/** The legend of the signs; cells describe themselves to screen readers. */
function Legend({ changes }: { changes: readonly WantedChange[] }) {
  return (
    <p aria-hidden="true" className="flex items-center gap-3 text-xs/7 text-text-muted">
      {[true, false].map(
        (kind) =>
          changes.some(({ wanted }) => wanted === kind) && (
            <span key={String(kind)} className="flex items-center gap-1.5">
              <span className={styles.sign} data-kind={kind ? 'give' : 'remove'} />
              {kind ? 'gives access' : 'removes access'}
            </span>
          ),
      )}
    </p>
  );
}

/** Describes the cell under the pointer or in focus: narrow heads have no room for names. */
function BlockReadout({ engine, model }: { engine: GridEngine<BlockCell>; model: BlockModel }) {
  const at = usePointedAt(engine);
  return at !== null && model.wordsAt(at);
}
