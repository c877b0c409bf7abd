import { createContext } from 'react';
import type { Labels } from '@/lib/contract/access/labels';

/** Names of all entities, and of records that the page shows. */
export interface NamesOfPage {
  connection: string;
  labels: Labels;
}

/** Undefined: the page has no names. */
export const PageNames = createContext<NamesOfPage | undefined>(undefined);
