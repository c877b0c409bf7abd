'use client';

import { ArrowDownUp, SlidersHorizontal } from 'lucide-react';
import { memo, useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { SearchField } from '@/components/ui/fields/search-field';
import { Select } from '@/components/ui/fields/select';
import { notify } from '@/components/ui/feedback/toast-store';
import { usePopover } from '@/components/ui/overlays/use-popover';
import { useNarrow } from '@/components/ui/window-width';
import { tooLongInWords } from '@/lib/domain/address-room';
import { pastedList } from '@/lib/domain/filter-syntax';
import { inDigits } from '@/lib/domain/reader-formats';
import { useAccessAddress, type AccessAddress } from './access-address';
import { EntityPicker } from './entity-picker';
import { rowsLabels } from '@/lib/domain/access/filter/rows-words';

interface AccessToolbarProps {
  /** Record types and their numbers of records. */
  types: readonly { recordType: string; records: number }[];
  entityIds: readonly string[];
  /** Names of the entities in the order of their IDs; '' where there is none. */
  entityNames: readonly string[];
  /** Names of their groups in the same order; '' for none. */
  groupNames: readonly string[];
}

const anyRows = 'any';
const rowOptions = [
  { value: anyRows, label: 'Any rows' },
  ...Object.entries(rowsLabels).map(([value, label]) => ({ value, label })),
];

/** The filters and the order of the access page; every one is in the URL. */
export const AccessToolbar = memo(function AccessToolbar(props: AccessToolbarProps) {
  const { types, entityIds, entityNames, groupNames } = props;
  const address = useAccessAddress();
  const [shown, set] = address;
  const options = types.map(({ recordType, records }) => ({
    value: recordType,
    label: recordType,
    // Unknown while the records of the type are still being read.
    count: records === 0 ? undefined : records,
  }));
  const isNarrow = useNarrow();
  const { triggerProps, panelProps } = usePopover('dialog');
  const folded = [shown.rows !== null, shown.used].filter(Boolean).length;
  const byEntity = (
    <span className="flex min-w-32 items-end sm:max-w-48 sm:flex-auto sm:basis-36">
      <TypedSearchField
        label="Entity"
        hideLabel={false}
        placeholder="All entities"
        title="Part of an ID, a name or a group; UK* for the start of an ID; A|B for a list; 200..230 for a range in code order; <>100 for all but one"
        {...{ address }}
        name="entity"
        className="flex-1 [&_input]:rounded-r-none"
      />
      <EntityPicker
        entityIds={entityIds}
        names={entityNames}
        groupNames={groupNames}
        value={shown.entity}
        onChange={(entity) => {
          if (!refuses(shown, 'entity', entity)) set({ entity, foldGroup: null });
        }}
      />
    </span>
  );
  return (
    // One row wherever a page can have details beside it: nothing moves when they come.
    <section aria-label="Filters" data-print="hide" className="@container flex min-w-0 items-end gap-2">
      <MultiSelect
        label="Type"
        hideLabel={false}
        values={shown.type}
        onChange={(type) => void set({ type })}
        options={options}
        allLabel="All types"
      />
      <TypedSearchField
        label="Record ID or name"
        hideLabel={false}
        placeholder="ID or name"
        title="Part of an ID or name; 10* for the start of an ID; A|B, or cells pasted from a spreadsheet, for a list of IDs; 200..230 for a range in code order; <>100 for all but one"
        aria-keyshortcuts="/"
        data-search=""
        {...{ address }}
        name="q"
        onPaste={(event) => {
          const list = pastedList(event.clipboardData.getData('text'));
          if (list === null) return;
          event.preventDefault();
          if (!refuses(shown, 'q', list)) set({ q: list });
        }}
        className="min-w-24 flex-1 basis-24 sm:max-w-48 sm:basis-36 [&>label]:truncate"
      />
      {!isNarrow && <div className="contents max-sm:hidden">{byEntity}</div>}
      <Button {...triggerProps} aria-haspopup={undefined} className="@min-[60rem]:hidden">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        More
        <More className="sm:hidden" filters={folded + (shown.entity === '' ? 0 : 1)} />
        <More className="max-sm:hidden" filters={folded} />
      </Button>
      {/* A panel below its button, but part of the row where that has room: CSS knows which before the page is alive. */}
      <div
        {...panelProps}
        role="group"
        aria-label="More filters"
        data-in-row=""
        className="popover-panel gap-2 p-3 outline-none @min-[60rem]:[&:not(:popover-open)]:contents"
      >
        <Select
          label="Rows"
          value={shown.rows ?? anyRows}
          // One of the options, which are the states and `anyRows`.
          onChange={(rows) => void set({ rows: rows === anyRows ? null : (rows as AccessAddress['rows']) })}
          options={rowOptions}
          isSet={shown.rows !== null}
          className="w-40 min-w-24"
        />
        <span className="flex min-w-24 items-end">
          <Select
            label="Order"
            value={shown.sort}
            onChange={(sort) => void set({ sort, reverse: false })}
            options={sortOptions(shown.sort)}
            className="w-44 min-w-0"
          />
          <IconButton
            label={shown.reverse ? 'Order is reversed: the usual order' : 'Reverse the order'}
            icon={<ArrowDownUp aria-hidden="true" />}
            aria-pressed={shown.reverse}
            onPress={() => void set({ reverse: !shown.reverse })}
          />
        </span>
        <Checkbox
          isSelected={shown.used}
          onChange={(used) => void set({ used })}
          className="h-8 shrink-0 whitespace-nowrap"
        >
          Hide empty columns
        </Checkbox>
        {isNarrow && byEntity}
        {isNarrow && <FoldedGroups {...{ groupNames, address }} />}
      </div>
    </section>
  );
});

/** Folds groups of entities where their heads have no room to be pressed. Nothing where there are none. */
function FoldedGroups(
  props: Pick<AccessToolbarProps, 'groupNames'> & Pick<TypedSearchFieldProps, 'address'>,
) {
  const [{ foldGroup }, set] = props.address;
  const counts = new Map<string, number>();
  for (const name of props.groupNames) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  const options = [...counts].map(([value, count]) => ({ value, label: value, count }));
  if (options.every(({ count }) => count < 2)) return null;
  return (
    <MultiSelect
      label="Folded groups"
      hideLabel={false}
      isFilter={false}
      values={foldGroup}
      onChange={(groups) => void set({ foldGroup: groups })}
      options={options.filter(({ count }) => count > 1)}
      allLabel="None"
    />
  );
}

type TypedSearchFieldProps = Omit<ComponentProps<typeof SearchField>, 'value' | 'onChange' | 'onBlur'> & {
  address: ReturnType<typeof useAccessAddress>;
  name: 'q' | 'entity';
};

/** A text filter: the page filters by each key; the address gets the text when typing pauses or the field is left. */
export function TypedSearchField({ address, name, ...props }: TypedSearchFieldProps) {
  const [shown, set] = address;
  const value = shown[name];
  const isTyped = useRef(false);
  // What is found must not stay folded away.
  const valueOf = (text: string) => (name === 'q' ? { q: text } : { entity: text, foldGroup: null });
  return (
    <SearchField
      {...props}
      value={value}
      onChange={(text) => {
        if (text.length > value.length && refuses(shown, name, text)) return;
        isTyped.current = true;
        set(valueOf(text), 'typed');
      }}
      onBlur={() => {
        const written = new URLSearchParams(window.location.search).get(name) ?? '';
        if (isTyped.current && written !== value.trim()) set(valueOf(value));
        isTyped.current = false;
      }}
      onKeyDown={toMatrix}
    />
  );
}

/** Whether a text is too long for the address beside the other one, which the page says: the filter stays as it is. */
function refuses({ q, entity }: AccessAddress, name: 'q' | 'entity', text: string): boolean {
  const words = tooLongInWords(text, [name === 'q' ? entity : q]);
  if (words !== null) notify.problem('The filter is too long', words);
  return words !== null;
}

/** Enter and the arrow down lead from the search to what was found. */
function toMatrix(event: KeyboardEvent): void {
  if (!['Enter', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
}

/** Number of set filters that the button hides. */
function More({ filters, className }: { filters: number; className: string }) {
  return filters > 0 && <span className={className}>({inDigits(filters)})</span>;
}

function sortOptions(sort: string) {
  const known = [
    { value: 'id', label: 'By ID' },
    { value: 'granted', label: 'By number of entities' },
  ];
  const entity = sort.startsWith('entity:') ? sort.slice('entity:'.length) : null;
  return entity === null ? known : [...known, { value: sort, label: `By access of ${entity}` }];
}
