import {
  Bell,
  Cable,
  Grid3x3,
  History,
  LayoutDashboard,
  ListTree,
  Rows3,
  type LucideIcon,
} from 'lucide-react';
import { holdsOneOf, mayManageNotices, mayRead, roles, type Role } from '@/lib/contract/session/roles';

export interface Place {
  path: string;
  label: string;
  /** Used in "may not read …". */
  noun: string;
  icon: LucideIcon;
  readers: readonly Role[];
  /** What its grid is called, where the page is one. */
  grid?: string;
}

export const places: readonly Place[] = [
  { path: '/', label: 'Overview', noun: 'the overview', icon: LayoutDashboard, readers: roles },
  {
    path: '/access',
    label: 'Access',
    noun: 'access',
    icon: Grid3x3,
    readers: mayRead.access,
    grid: 'matrix',
  },
  {
    path: '/journal',
    label: 'Journal lines',
    noun: 'journal lines',
    icon: Rows3,
    readers: mayRead.journal,
    grid: 'lines',
  },
  { path: '/changes', label: 'Changes', noun: 'changes', icon: History, readers: mayRead.changes },
  { path: '/metadata', label: 'Interface', noun: 'the interface', icon: ListTree, readers: mayRead.metadata },
  {
    path: '/connections',
    label: 'Connections',
    noun: 'connections',
    icon: Cable,
    readers: mayRead.connections,
  },
  { path: '/notices', label: 'Notices', noun: 'notices', icon: Bell, readers: mayManageNotices },
];

/** Open to every signed-in person; not part of the navigation. */
export const sessionsPath = '/sessions';

export function readablePlaces(held: readonly Role[]): readonly Place[] {
  return places.filter((place) => holdsOneOf(held, place.readers));
}

export function isWithin(pathname: string, { path }: Place): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}

export function placeOf(pathname: string): Place | undefined {
  return places.find((place) => isWithin(pathname, place));
}

/**
 * Address to open when another connection is chosen on this page; null: the page stays. A change set belongs to one
 * connection.
 */
export function pathInOtherConnection(pathname: string): string | null {
  const [, page] = /^\/changes\/([^/]+)$/.exec(pathname) ?? [];
  return page === undefined || page === 'history' || page === 'import' ? null : '/changes';
}
