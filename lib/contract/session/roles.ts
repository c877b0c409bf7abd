/** The console's roles: security-administrator everything, accountant journal and metadata, auditor reads all. */
export const roles = ['security-administrator', 'accountant', 'auditor'] as const;

export type Role = (typeof roles)[number];

/** Which roles may open which place; the same lists guard the verbs on the server. */
export const mayRead = {
  access: ['security-administrator', 'auditor'],
  changes: ['security-administrator', 'auditor'],
  journal: ['security-administrator', 'accountant', 'auditor'],
  metadata: ['security-administrator', 'accountant', 'auditor'],
  connections: ['security-administrator', 'accountant', 'auditor'],
} as const satisfies Record<string, readonly Role[]>;

/** Which roles may change access. */
export const mayChangeAccess = ['security-administrator'] as const satisfies readonly Role[];

/**
 * Which roles are told of a journal line whose entity may not use its item or location: of the line alone. The matrix
 * is open to the readers of `access` only.
 */
export const mayCheckLineAccess = [
  'security-administrator',
  'accountant',
  'auditor',
] as const satisfies readonly Role[];

/** Which roles may have the console test a connection: it signs in anew and asks for a row of each set. */
export const mayTestConnections = ['security-administrator', 'auditor'] as const satisfies readonly Role[];

/** Whether somebody holding `held` has at least one of `wanted`. */
export function holdsOneOf(held: readonly Role[], wanted: readonly Role[]): boolean {
  return held.some((role) => wanted.includes(role));
}

/** Which roles may remove views that others share. */
export const mayRemoveSharedViews = ['security-administrator'] as const satisfies readonly Role[];

/** Which roles may see and end other people's sessions. */
export const mayManageSessions = ['security-administrator'] as const satisfies readonly Role[];

/** Which roles may see and change who receives notices. */
export const mayManageNotices = ['security-administrator'] as const satisfies readonly Role[];
