'use client';

import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { TextField } from '@/components/ui/text-field';
import { foundCommands, type PaletteCommand } from './palette-commands';

interface PaletteListProps {
  commands: readonly PaletteCommand[];
  /** The records and entities that a text finds, and what the text itself may be looked for in. */
  finds: (text: string) => { places: readonly PaletteCommand[]; searches: readonly PaletteCommand[] };
  onRun: (command: PaletteCommand) => void;
}

/** A field and the commands that fit what is typed into it; the arrows choose, Enter runs. */
export function PaletteList({ commands, finds, onRun }: PaletteListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = useMemo(() => foundCommands(commands, text), [commands, text]);
  const { places, searches } = useMemo(() => finds(text), [finds, text]);
  const groups = useMemo(() => grouped([...found, ...places, ...searches]), [found, places, searches]);
  const inOrder = useMemo(() => groups.flatMap(({ members }) => members), [groups]);
  const chosen = inOrder[active];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = inOrder.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? Math.max(0, last) : active - 1);
    else if (event.key === 'Enter' && chosen !== undefined) onRun(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Command or search"
        hideLabel
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={inOrder.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${idPart(chosen)}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Type a command, or what to find"
        value={text}
        onChange={(next) => {
          setText(next);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus=""
      />
      <div id={`${id}-list`} role="listbox" aria-label="Commands" className="max-h-80 overflow-y-auto">
        {groups.map(({ group, members }) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-text-muted">
              {group}
            </p>
            {members.map((command) => (
              <div
                key={command.key}
                id={`${id}-${idPart(command)}`}
                ref={command === chosen ? intoView : undefined}
                role="option"
                aria-selected={command === chosen}
                onClick={() => onRun(command)}
                className={classNames(
                  'cursor-pointer rounded-sm px-2 py-1.5 text-sm wrap-anywhere hover:bg-surface-sunken',
                  command === chosen && 'bg-accent-soft font-medium text-accent-text',
                )}
              >
                {command.label}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-2 text-xs text-text-muted">
        {foundInWords(text, found.length, places.length)}
      </p>
    </div>
  );
}

function foundInWords(text: string, commands: number, places: number): string {
  if (text.trim() === '') return 'Arrows choose, Enter goes, Escape closes.';
  if (commands + places === 0) return `No command matches “${text.trim()}”. Enter looks for it.`;
  const matching = commands === 1 ? '1 command matches' : `${String(commands)} commands match`;
  // The closest, of maybe many more.
  const listed = places === 1 ? '1 record or entity listed' : `${String(places)} records and entities listed`;
  if (places === 0) return `${matching}.`;
  return commands === 0 ? `${listed}.` : `${matching}, ${listed}.`;
}

/** Commands by their group, each group where its first one stands. */
function grouped(commands: readonly PaletteCommand[]): { group: string; members: PaletteCommand[] }[] {
  const groups = new Map<string, PaletteCommand[]>();
  for (const command of commands) {
    const members = groups.get(command.group);
    if (members === undefined) groups.set(command.group, [command]);
    else members.push(command);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** An element's id has no blanks. */
function idPart({ key }: PaletteCommand): string {
  return encodeURIComponent(key);
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
