import { driftSeverities, type Coverage, type Drift } from '@/lib/contract/metadata';
import { counted, listed } from '@/lib/domain/counted';
import type { DeclaredSet } from './declared';
import type { ExpectedField, ExpectedSet } from './expectation';
import { carries, stopsReading, wordsOfKind, wordsOfType } from './type-words';

/** How the declared sets differ from the expected ones, what matters most first. Sets the console does not use are no drift. */
export function findDrift(declared: readonly DeclaredSet[], expected: readonly ExpectedSet[]): Drift[] {
  const found = expected.flatMap((set) => {
    const match = declared.find((one) => one.name === set.name);
    return match === undefined ? [missingSet(set)] : driftOfSet(match, set);
  });
  // Array.prototype.sort is stable: within a severity the order of the catalogue stays.
  return found.sort((a, b) => driftSeverities.indexOf(a.severity) - driftSeverities.indexOf(b.severity));
}

/** For each expected set, how many of the fields it should declare are declared as expected. */
export function coverageOf(declared: readonly DeclaredSet[], expected: readonly ExpectedSet[]): Coverage[] {
  return expected.map((set) => {
    const match = declared.find((one) => one.name === set.name);
    const fields = set.fields.filter(({ kind }) => kind !== 'etag');
    const asExpected = match === undefined ? 0 : fields.filter((field) => isAsExpected(match, field)).length;
    return { entitySet: set.name, noun: set.noun, expected: fields.length, asExpected };
  });
}

/** The record tag travels with every OData record and is never declared. */
function isAsExpected(set: DeclaredSet, field: ExpectedField): boolean {
  if (field.kind === 'etag') return true;
  const property = set.properties.find((one) => one.name === field.name);
  return property !== undefined && carries(field.kind, property.type);
}

function missingSet(set: ExpectedSet): Drift {
  return {
    severity: 'breaking',
    entitySet: set.name,
    words: `The resource ${set.name} is missing: ${set.needs}. Check that the extension is installed and up to date.`,
  };
}

function driftOfSet(declared: DeclaredSet, expected: ExpectedSet): Drift[] {
  const entitySet = declared.name;
  const drift: Drift[] = [];
  for (const field of expected.fields) {
    if (isAsExpected(declared, field)) continue;
    const property = declared.properties.find((one) => one.name === field.name);
    drift.push(
      property === undefined ? missingField(expected, field) : changedType(expected, field, property.type),
    );
  }
  const known = new Set(expected.fields.map((field) => field.name));
  for (const { name, type } of declared.properties) {
    if (known.has(name)) continue;
    drift.push({
      severity: 'info',
      entitySet,
      field: name,
      words: `New field ${name}, ${wordsOfType(type)}: nothing to do. The console does not show it.`,
    });
  }
  return drift;
}

function missingField(set: ExpectedSet, field: ExpectedField): Drift {
  const consequence = field.isVital
    ? `${set.needs}.`
    : field.presets.length === 0
      ? 'it stays empty; no column preset uses it.'
      : `its column stays empty. ${presetsInWords(field.presets)}.`;
  return {
    severity: field.isVital ? 'breaking' : field.presets.length === 0 ? 'info' : 'warning',
    entitySet: set.name,
    field: field.name,
    words: `Field ${field.name} is missing: ${consequence}`,
  };
}

function changedType(set: ExpectedSet, field: ExpectedField, type: string): Drift {
  const change = `Type of ${field.name} changed: the console expects ${wordsOfKind(field.kind)}, the service declares ${wordsOfType(type)}.`;
  const stops = field.isVital || stopsReading(field.kind, type);
  return {
    severity: stops ? 'breaking' : 'warning',
    entitySet: set.name,
    field: field.name,
    words: stops
      ? `${change} If the values really differ, ${set.needs}.`
      : `${change} Values are shown as they come; filters and sorting may differ.`,
  };
}

function presetsInWords(presets: readonly string[]): string {
  const names = listed(presets, 'and');
  return presets.length === 1
    ? `The preset ${names} uses it`
    : `${counted(presets.length, 'preset')} use it: ${names}`;
}
