import { z } from 'zod';
import { datesAreReversed } from './conditions-list';
import { journalField } from './field-index';
import { summed } from './movement';
import type { JournalQuery } from './query';
import { decodeJournalQuery } from './query-codec';
import { readLine } from './batch-name';

/** Parameters of an address: one value, or several. */
export type GivenParameters = Record<string, string | string[]>;

/** Says what is wrong with a parameter, in words that follow its name. */
export type TellFault = (parameter: string, words: string) => void;

type Fault = { parameter: string; words: string };

/** Reads the parameters that an address has beside the query. */
type ReadMore<M> = (given: GivenParameters, fault: TellFault) => M;

const given = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/**
 * A strict schema of an address about journal lines. @param readMore takes the address's own parameters out of those
 * given and reports their faults.
 */
export function requestSchema<M extends object>(
  readMore: ReadMore<M>,
): z.ZodType<{ query: JournalQuery } & M> {
  return given.transform((all, context) => {
    const rest = { ...all };
    const faults: Fault[] = [];
    const more = readMore(rest, (parameter, words) => faults.push({ parameter, words }));
    const { query, faults: queryFaults } = decodeJournalQuery(rest);
    faults.push(...queryFaults);
    if (datesAreReversed(query)) faults.push({ parameter: 'from', words: 'lies after “to”.' });
    for (const { parameter, words } of faults) {
      context.addIssue({ code: 'custom', path: [parameter], message: `“${parameter}” ${words}` });
    }
    return faults.length > 0 ? z.NEVER : { query, ...more };
  });
}

/** Reports and removes parameters of `/api/journal` that this address does not have. */
export function refuse(rest: GivenParameters, names: readonly string[], fault: TellFault): void {
  for (const name of names) {
    if (rest[name] === undefined) continue;
    fault(name, 'is not a parameter of this address.');
    Reflect.deleteProperty(rest, name);
  }
}

/** Removes a parameter and returns its value. */
export function take(rest: GivenParameters, name: string): string | string[] | undefined {
  const value = rest[name];
  Reflect.deleteProperty(rest, name);
  return value;
}

/** Names separated by commas, each at most once. */
export function readNames(
  parameter: string,
  given: string | string[] | undefined,
  fault: TellFault,
): string[] {
  if (given === undefined || given === '') return [];
  if (typeof given !== 'string') {
    fault(parameter, 'may be given once only.');
    return [];
  }
  const names = given.split(',');
  const once = [...new Set(names)];
  if (once.length < names.length) fault(parameter, 'names a field twice.');
  return once;
}

/** The fields to add up: `Amount` of all lines, `Amount.in`, `Amount.out`, `Amount.net` by their direction. */
export function readSum(given: string | string[] | undefined, fault: TellFault): string[] {
  const sum = readNames('sum', given, fault);
  for (const name of sum) {
    if (summed(name)) continue;
    const [fieldName = '', flow] = name.split(/\.(.*)/s, 2);
    if (!journalField(fieldName)) fault('sum', unknownField(name));
    else if (!summed(fieldName))
      fault('sum', `names ${fieldName}, which is no amount or quantity to add up.`);
    else fault('sum', `names “.${(flow ?? '').slice(0, 60)}”; a sum has .in, .out and .net.`);
  }
  return sum;
}

export function unknownField(name: string): string {
  return `names “${name.slice(0, 60)}”, which is no field of a journal line.`;
}

/**
 * Query of `GET /api/journal`: a page of lines, in its place `line` for the page that holds this line, and in `sum` what
 * of all that match to add up.
 */
export const journalRequestSchema = requestSchema((rest, fault) => {
  const given = take(rest, 'line');
  const line = typeof given === 'string' ? readLine(given) : null;
  if (given !== undefined && line === null)
    fault('line', 'must be TEMPLATE/BATCH/NUMBER, such as ITEM/DEFAULT/10000.');
  if (line !== null && rest['page'] !== undefined)
    fault('line', 'stands in place of “page”; give one of them.');
  return { line, sum: readSum(take(rest, 'sum'), fault) };
});

export type JournalRequest = z.output<typeof journalRequestSchema>;

/** Query of `GET /api/journal/checks`: the filter of `/api/journal`, without a check. */
export const journalChecksRequestSchema = requestSchema((rest, fault) => {
  refuse(rest, ['page', 'pageSize', 'sort', 'columns', 'check'], fault);
  return {};
});

export type JournalChecksRequest = z.output<typeof journalChecksRequestSchema>;
