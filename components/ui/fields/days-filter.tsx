'use client';

import { useState } from 'react';
import { isDay } from '@/lib/domain/calendar-day';
import { DraftField } from './draft-field';
import { Select, type SelectOption } from './select';

interface DaysFilterProps<T extends string> {
  label: string;
  anyLabel?: string;
  /** Choices other than days, such as moving periods. */
  choices: readonly SelectOption<T>[];
  /** Null: days, or none. */
  choice: T | null;
  /** `YYYY-MM-DD`, or '' for none. */
  from: string;
  to: string;
  /** Null: days follow. */
  onChoose: (choice: T | null) => void;
  onDays: (days: { from?: string; to?: string }) => void;
}

const [anyDay, chosenDays] = ['any', 'chosen'] as const;

/** A named period, or a first and last day, whose fields appear when they are chosen. */
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

/** A day with an incomplete year is not applied. */
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
