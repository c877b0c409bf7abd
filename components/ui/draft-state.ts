/** A text being typed, and the value it was last in step with. */
export interface DraftState {
  draft: string;
  known: string;
}

/** A value that changed from outside takes the place of the draft; the one already known leaves it alone. */
export function afterValue(state: DraftState, value: string): DraftState {
  return value === state.known ? state : { draft: value, known: value };
}

/** What was handed on becomes the known value only if it was taken; otherwise the draft waits to be finished. */
export function afterCommit(state: DraftState, handedOn: string, isTaken: boolean): DraftState {
  return isTaken ? { ...state, known: handedOn } : state;
}
