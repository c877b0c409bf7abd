'use client';

import { useCallback } from 'react';
import { useAddress } from '@/lib/client/address';
import { parameter } from '@/lib/client/address-parameters';
import type { LineKey } from '@/lib/client/journal/journal';
import { readLine, writeBatch } from '@/lib/domain/journal/query-parameters';

const line = parameter<LineKey>(
  readLine,
  ({ template, batch, lineNo }) => `${writeBatch({ template, batch })}/${String(lineNo)}`,
);

const parameters = { line };

let prefix = { of: '', written: '?line=' };

/** An address up to the name of the line: each row that is painted has one, and an address may name 167 columns. */
function beforeLine(search: string): string {
  if (prefix.of === search) return prefix.written;
  const others = new URLSearchParams(search);
  others.delete('line');
  prefix = { of: search, written: `?${others.size > 0 ? `${others.toString()}&` : ''}line=` };
  return prefix.written;
}

/** The line that is open beside the grid, as the address names it; how another one opens, and its address. */
export function useOpenLine(): [LineKey | null, (line: LineKey | null) => void, (line: LineKey) => string] {
  const [{ line: open }, set] = useAddress(parameters, 'replace');
  const setOpen = useCallback((next: LineKey | null) => set({ line: next }), [set]);
  const hrefOf = useCallback((one: LineKey) => lineHref(window.location.search, one), []);
  return [open, setOpen, hrefOf];
}

/** The address of an open line, where the rest of it is as in a search. */
export function lineHref(search: string, one: LineKey): string {
  return `${beforeLine(search)}${encodeURIComponent(line.write(one)[0] ?? '')}`;
}
