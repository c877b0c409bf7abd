import type { Target } from './addresses';
import type { FaultResource, RequestFacts } from './faults';
import { parseFilter, type FilterNode } from './filter-parser';
import { peekChange } from './post-access';
import { readPairs } from './query-options';
import type { Cell } from './security-data';
import { pageOfToken } from './skip-token';

const NAMES: Readonly<Record<string, keyof Cell>> = {
  BssiMasterRecordType: 'recordType',
  BssiMasterRecordID: 'recordId',
  BssiEntityID: 'entityId',
};

/** The combination that a filter of plain `eq … and eq …` points at, as far as it names one. */
function cellOfFilter(node: FilterNode): Partial<Cell> {
  if (node.kind === 'and') return { ...cellOfFilter(node.left), ...cellOfFilter(node.right) };
  if (node.kind !== 'comparison' || node.operator !== 'eq' || node.value.kind !== 'string') return {};
  const name = NAMES[node.field];
  return name === undefined ? {} : { [name]: node.value.text };
}

/** The name under which faults, counters and the request log know a resource. */
export function resourceName(target: Target | null): FaultResource | null {
  if (target === null) return null;
  return target.resource === 'company' || target.resource === 'service' ? 'companies' : target.resource;
}

/** What the selectors of faults may ask about a request. Never throws: a broken request has fewer facts. */
export function factsOf(target: Target | null, method: string, search: string, body: string): RequestFacts {
  const facts: RequestFacts = { resource: resourceName(target), method, page: 1, cell: null };
  if (method === 'POST')
    return target?.resource === 'security' ? { ...facts, cell: peekChange(body) } : facts;
  try {
    const options = new Map(readPairs(search));
    const filter = options.get('$filter');
    facts.page = pageOfToken(options.get('$skiptoken') ?? null);
    if (filter !== undefined && target?.resource === 'security')
      facts.cell = cellOfFilter(parseFilter(filter));
  } catch {
    return facts;
  }
  return facts;
}
