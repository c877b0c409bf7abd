import { createContext } from 'react';
import type { Labels } from '@/lib/contract/access/labels';

/** Names that came with a page: of all entities of a connection, and of those records that the page tells of. */
export interface NamesOfPage {
  connection: string;
  labels: Labels;
}

/** Undefined where the page asked for none, or may know none. */
export const PageNames = createContext<NamesOfPage | undefined>(undefined);
