import { Grid3x3, History, LayoutDashboard, ListTree, Rows3, type LucideIcon } from 'lucide-react';
import { holdsOneOf, mayRead, roles, type Role } from '@/lib/contract/session/roles';

export interface Place {
  path: string;
  label: string;
  /** The place in a sentence: "may not read …". */
  noun: string;
  icon: LucideIcon;
  readers: readonly Role[];
}

/** Every place of the console, in the order of the navigation. */
export const places: readonly Place[] = [
  { path: '/', label: 'Overview', noun: 'the overview', icon: LayoutDashboard, readers: roles },
  { path: '/access', label: 'Access', noun: 'access', icon: Grid3x3, readers: mayRead.access },
  { path: '/journal', label: 'Journal lines', noun: 'journal lines', icon: Rows3, readers: mayRead.journal },
  { path: '/changes', label: 'Changes', noun: 'changes', icon: History, readers: mayRead.changes },
  { path: '/metadata', label: 'Interface', noun: 'the interface', icon: ListTree, readers: mayRead.metadata },
];

/** One's own sessions: open to everybody who is signed in, with or without a role; no place of the navigation. */
export const sessionsPath = '/sessions';

/** The places somebody with these roles may open. */
export function readablePlaces(held: readonly Role[]): readonly Place[] {
  return places.filter((place) => holdsOneOf(held, place.readers));
}

/** Whether a page is that place, or one below it. */
export function isWithin(pathname: string, { path }: Place): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}

/** The place an address belongs to, if any. */
export function placeOf(pathname: string): Place | undefined {
  return places.find((place) => isWithin(pathname, place));
}

/**
 * Where whoever chooses another connection is taken: a change set is of one connection, so the list of the other one
 * takes the place of its page; null: the page stays.
 */
export function pathInOtherConnection(pathname: string): string | null {
  const [, page] = /^\/changes\/([^/]+)$/.exec(pathname) ?? [];
  return page === undefined || page === 'history' || page === 'import' ? null : '/changes';
}
