/**
 * Unconfirmed: sent, and no proof yet. So the API and the columns of the database call the state, its counts and its
 * cells; everywhere else they are called unconfirmed.
 */
export const unconfirmedState = 'unknown' as const;

/**
 * What became of one cell of a change set. `applied`: read back. `already`: it had the value, or another person made the
 * same change after a send without proof. `conflict`: it had another value than the person saw. `rejected`: the service
 * refused the change or did not keep it. `unknown`: unconfirmed. `cancelled`: never sent, or proven not to have happened.
 * `pending`: not decided yet.
 */
export const cellStates = [
  'pending',
  'applied',
  'already',
  'conflict',
  'rejected',
  unconfirmedState,
  'cancelled',
] as const;

export type CellState = (typeof cellStates)[number];

/** States of a cell that is not decided yet. */
export type UndecidedState = 'pending' | typeof unconfirmedState;

/** `queued`: waits for a worker; `paused`: by a person or by the console itself, which then says why. */
export const changeSetStates = ['queued', 'running', 'paused', 'done', 'cancelled'] as const;

export type ChangeSetState = (typeof changeSetStates)[number];

/** How a set came to be: one switch, several cells chosen in the console or by a script, an undo, or a file. */
export const changeSetKinds = ['switch', 'changes', 'undo', 'import'] as const;

export type ChangeSetKind = (typeof changeSetKinds)[number];
