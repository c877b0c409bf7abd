import { Download, Inbox, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { buttonClasses, type ButtonSize, type ButtonVariant } from '@/components/ui/button-classes';
import { CopyButton } from '@/components/ui/copy-button';
import { DataTable, type Column } from '@/components/ui/tables/data-table';
import { Badge, type BadgeTone } from '@/components/ui/feedback/badge';
import { AddressFaultsBanner } from '@/components/ui/feedback/address-faults-banner';
import { Banner, type BannerTone } from '@/components/ui/feedback/banner';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { OlderData } from '@/components/ui/feedback/older-data';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { Ring } from '@/components/ui/feedback/ring';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { AddFilter } from '@/components/ui/fields/add-filter';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { Combobox } from '@/components/ui/fields/combobox';
import { DaysFilter } from '@/components/ui/fields/days-filter';
import { DraftField } from '@/components/ui/fields/draft-field';
import { FilterChips } from '@/components/ui/fields/filter-chips';
import { FilterFields } from '@/components/ui/fields/filter-fields';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { OptionChecklist } from '@/components/ui/fields/option-checklist';
import { SearchField } from '@/components/ui/fields/search-field';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Select } from '@/components/ui/fields/select';
import { TextField } from '@/components/ui/fields/text-field';
import { ValuesFilter } from '@/components/ui/fields/values-filter';
import { IconButton } from '@/components/ui/icon-button';
import { Age, Instant } from '@/components/ui/instant';
import { KeyCaps } from '@/components/ui/keys/key-caps';
import { NamedId } from '@/components/ui/named-id';
import { ButtonPopover } from '@/components/ui/overlays/popover';
import { Popover } from '@/components/ui/overlays/popover';
import { ShareScale } from '@/components/ui/share-scale';
import { Pager } from '@/components/ui/tables/pager';
import { SearchedTable } from '@/components/ui/tables/searched-table';
import { TextLink } from '@/components/ui/text-link';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger'];
const sizes: readonly ButtonSize[] = ['sm', 'md', 'lg'];
const badgeTones: readonly BadgeTone[] = ['neutral', 'accent', 'success', 'warning', 'danger'];
const bannerTones: readonly BannerTone[] = ['info', 'success', 'warning', 'danger'];
const entities = ['100', '200', '300'].map((value) => ({ value, label: `Entity ${value}`, count: 1_200 }));
const people = Array.from({ length: 12 }, (_, at) => ({ name: `Record ${String(at)}`, lines: at * 1_000 }));
const columns: readonly Column<(typeof people)[number]>[] = [
  { name: 'Name', cell: ({ name }) => name, skeleton: 'w-24' },
  { name: 'Lines', cell: ({ lines }) => lines, className: 'text-right', skeleton: 'w-8' },
];
const nothing = () => undefined;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'start' }}>
      <h3 style={{ width: '100%', fontSize: 12 }}>{title}</h3>
      {children}
    </section>
  );
}

/** The primitives of components/ui in one theme, each in the states that it can be drawn in. */
function Parts({ theme }: { theme: 'light' | 'dark' }) {
  const [text, setText] = useState('');
  const [mode, setMode] = useState('lines');
  const [ids, setIds] = useState<readonly string[]>(['200']);
  const field = { label: 'Location', value: text, onChange: setText };
  const choice = { label: `Entities, ${theme}`, options: entities, onChange: setIds };
  return (
    <div
      role="region"
      aria-label={theme}
      data-theme={theme}
      className="bg-bg p-4 text-text"
      style={{ display: 'flex', flexDirection: 'column', gap: 20, width: 640 }}
    >
      <h2>{theme}</h2>
      {variants.map((variant) => (
        <Part key={variant} title={`Button, ${variant}`}>
          {sizes.map((size) => (
            <Button key={size} {...{ variant, size }}>
              Apply
            </Button>
          ))}
          <Button variant={variant} isDisabled>
            Disabled
          </Button>
          <Button variant={variant} isDisabled keepsFocus>
            Keeps focus
          </Button>
          <Button variant={variant} isPending>
            Busy
          </Button>
          <Button variant={variant} aria-expanded>
            Open
          </Button>
          {(variant === 'secondary' || variant === 'ghost') && (
            <Button variant={variant} aria-pressed>
              Pressed
            </Button>
          )}
          <IconButton variant={variant} label={`Edit, ${variant}`} icon={<Pencil />} />
          <IconButton variant={variant} size="sm" label={`Edit, small, ${variant}`} icon={<Pencil />} />
        </Part>
      ))}
      <Part title="Links and what opens">
        <a href="#there" className={buttonClasses()}>
          As a button
        </a>
        <TextLink href="#there">Underlined</TextLink>
        <TextLink href="#there" look="title">
          Title of a row
        </TextLink>
        <CopyButton label="Copy" text="text" />
        <Popover label={`Panel, ${theme}`} trigger={<Button>Panel</Button>}>
          Content
        </Popover>
        <ButtonPopover label={`Files, ${theme}`} icon={Download} caption="Files…">
          Content
        </ButtonPopover>
      </Part>
      <Part title="Fields">
        <TextField {...field} />
        <TextField {...field} label="Described" description="A whole code." />
        <TextField {...field} label="Wrong" errorMessage="Enter a whole code." />
        <TextField {...field} label="Disabled" disabled />
        <SearchField {...field} label="Search" />
        <SearchField label="Search with text" value="desk" onChange={nothing} />
        <DraftField label="Date" look="date" value="2026-11-04" onCommit={nothing} />
        <Select label="Order" value="id" onChange={nothing} options={[{ value: 'id', label: 'By ID' }]} />
        <MultiSelect {...choice} values={[]} allLabel="All entities" hideLabel={false} />
        <MultiSelect {...choice} label="Some" values={ids} allLabel="All entities" hideLabel={false} />
        <ValuesFilter
          {...choice}
          label="Entity"
          values={ids}
          allLabel="All entities"
          isReading={false}
          labelOf={(id) => `Entity ${id}`}
        />
        <SegmentedControl
          label={`Show, ${theme}`}
          value={mode}
          onChange={setMode}
          options={['lines', 'groups', 'pictures'].map((value) => ({ value, label: value }))}
        />
        <Combobox
          {...{
            label: 'Find',
            listLabel: 'Found',
            placeholder: 'ID',
            text,
            onText: setText,
            status: '1 found',
          }}
          groups={[{ name: null, options: [{ key: 'a', content: 'Entity 100', onChoose: nothing }] }]}
          popup={{ isOpen: false, onOpen: nothing }}
        />
      </Part>
      <Part title="Check boxes">
        <Checkbox isSelected={false} onChange={nothing}>
          Off
        </Checkbox>
        <Checkbox isSelected onChange={nothing}>
          On
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={nothing}>
          Some
        </Checkbox>
        <Checkbox isSelected={false} isDisabled onChange={nothing}>
          Disabled
        </Checkbox>
        <Checkbox isSelected isDisabled onChange={nothing}>
          Disabled, on
        </Checkbox>
      </Part>
      <FilterFields
        unfolded="flex"
        first={<DraftField look="search" label="First" value="" onCommit={nothing} />}
      >
        <DraftField label="Second" value="" onCommit={nothing} />
        <DaysFilter
          label="Days"
          choices={[{ value: 'week', label: 'This week' }]}
          choice={null}
          from="2026-11-04"
          to="2026-11-02"
          onChoose={nothing}
          onDays={nothing}
        />
        <AddFilter>{() => <p>Its conditions.</p>}</AddFilter>
      </FilterFields>
      {(['changes', null] as const).map((hides) => (
        <AddressFaultsBanner
          key={String(hides)}
          faults={[{ name: 'day', written: 'day=never', words: 'must be a day.' }]}
          hides={hides}
          onRemove={nothing}
        />
      ))}
      <ShareScale />
      <FilterChips
        filters={people.slice(0, 3).map(({ name }) => ({ key: name, words: name, onRemove: nothing }))}
        onClear={nothing}
      />
      <div className="rounded-md border border-line bg-surface-raised" style={{ width: 288 }}>
        <OptionChecklist {...choice} values={ids} search="" setSearch={nothing} />
      </div>
      <div className="rounded-md border border-line bg-surface-raised" style={{ width: 288 }}>
        <OptionChecklist
          {...{ ...choice, label: `Entity, ${theme}` }}
          values={ids.slice(0, 1)}
          isSingle
          search=""
          setSearch={nothing}
        />
      </div>
      <Part title="States">
        {badgeTones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Ring />
        <span className="text-sm">
          <NamedId name="Cronus Schweiz AG" id="230" />, <Age at="2026-11-04T10:00:00Z" />,{' '}
          <Instant at="2026-11-04T10:00:00Z" look="full" />
        </span>
        <span className="text-sm">
          <KeyCaps>Ctrl + Home</KeyCaps>
        </span>
        <Status as="span" className="text-sm">
          24 lines
        </Status>
      </Part>
      {bannerTones.map((tone) => (
        <Banner key={tone} tone={tone} title={`Banner, ${tone}`} action={<Button size="sm">Show</Button>}>
          What happened, what was not changed, what to do.
        </Banner>
      ))}
      <ProblemView
        problem={{ title: 'The service does not answer', detail: 'Nothing was changed.', requestId: 'a1b2' }}
        onRetry={nothing}
      />
      <OlderData what="The list" detail="The service does not answer." asOf="13:40" />
      <div className="rounded-md border border-line bg-surface">
        <EmptyState icon={<Inbox />} title="No changes yet" action={<Button>Open access</Button>}>
          What is changed here will be listed.
        </EmptyState>
      </div>
      <ProgressBar label={`Applied, ${theme}`} value={40} />
      <ProgressBar label={`Reading, ${theme}`} />
      <Skeleton className="h-8" />
      <DataTable
        label={`Table, ${theme}`}
        columns={columns}
        items={people.slice(0, 3)}
        keyOf={({ name }) => name}
      />
      <DataTable label={`Coming, ${theme}`} columns={columns} items={undefined} keyOf={(_, at) => at} />
      <SearchedTable
        label={`Searched, ${theme}`}
        items={people}
        columns={columns}
        textOf={({ name }) => name}
      />
      <Pager page={2} pageSize={50} count={50} total={400} onGo={nothing} />
    </div>
  );
}

/** All of it, dark beside light. */
export function DesignSheet() {
  return (
    <main style={{ display: 'flex', width: 'max-content' }}>
      <h1 className="sr-only">The parts of the design</h1>
      <Parts theme="light" />
      <Parts theme="dark" />
    </main>
  );
}
