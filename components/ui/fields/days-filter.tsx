'use client';

import { useState } from 'react';
import { isDay } from '@/lib/domain/calendar-day';
import { DraftField } from './draft-field';
import { Select, type SelectOption } from './select';

interface DaysFilterProps<T extends string> {
  label: string;
  /** Words for "every day". */
  anyLabel?: string;
  /** What may be asked for in place of days: periods that move with the day, or that there is none. */
  choices: readonly SelectOption<T>[];
  /** Which of them holds; null: days, or nothing. */
  choice: T | null;
  /** First and last day, `YYYY-MM-DD`, each '' for none. */
  from: string;
  to: string;
  /** Null: days are to be chosen in place of what holds. */
  onChoose: (choice: T | null) => void;
  onDays: (days: { from?: string; to?: string }) => void;
}

const [anyDay, chosenDays] = ['any', 'chosen'] as const;

/** A period by its name, or a first and a last day, whose fields are there while they are asked for. */
export function DaysFilter<T extends string>(props: DaysFilterProps<T>) {
  const { label, anyLabel = 'Any', choices, choice, from, to, onChoose, onDays } = props;
  const [isChoosing, setChoosing] = useState(false);
  const hasDays = from !== '' || to !== '';
  const areChosen = choice === null && (isChoosing || hasDays);
  const shown = choice ?? (areChosen ? chosenDays : anyDay);
  const choose = (next: T | typeof anyDay | typeof chosenDays): void => {
    setChoosing(next === chosenDays);
    if (next === anyDay) onDays({ from: '', to: '' });
    else onChoose(next === chosenDays ? null : next);
  };
  const areReversed = from !== '' && to !== '' && from > to;
  return (
    <>
      <Select
        label={label}
        value={shown}
        onChange={choose}
        options={[
          { value: anyDay, label: anyLabel },
          { value: chosenDays, label: 'Chosen days' },
          ...choices,
        ]}
        isSet={choice !== null || hasDays}
        className="flex-1 basis-26 roomy:@3xl:max-w-40"
      />
      {areChosen && (
        <>
          <DayField label={`${label} from`} value={from} onChange={(day) => onDays({ from: day })} />
          <DayField
            label={`${label} to`}
            value={to}
            onChange={(day) => onDays({ to: day })}
            fault={areReversed ? 'Ends before it begins' : undefined}
          />
        </>
      )}
    </>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
  fault?: string | undefined;
}

/** A day; one that nothing can have, as of the year 26, is not applied, and said. */
function DayField({ label, value, onChange, fault }: DayFieldProps) {
  const [typedFault, setTypedFault] = useState<string>();
  const take = (day: string): boolean => {
    const isTaken = day === '' || isDay(day);
    setTypedFault(isTaken ? undefined : 'Not applied: write the year with four digits');
    if (isTaken) onChange(day);
    return isTaken;
  };
  return (
    <DraftField
      look="date"
      label={label}
      value={value}
      onCommit={take}
      errorMessage={typedFault ?? fault}
      className="flex-1 basis-34 roomy:@3xl:flex-none"
    />
  );
}
