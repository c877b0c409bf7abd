import 'server-only';
import type { EventName, EventOf } from '@/lib/contract/events';

/** One event as the stream carries it. JSON has no line breaks of its own. */
export function eventText<N extends EventName>(name: N, data: EventOf<N>, id?: number): string {
  return `${id === undefined ? '' : idLine(id)}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A sign of life that no page hears of; a browser that comes back goes on after that entry, if one is named. */
export function beatText(id: number | null): string {
  return `:\n${id === null ? '' : idLine(id)}\n`;
}

/** How long a browser waits before it comes back. */
export const retryText = 'retry: 1000\n\n';

function idLine(id: number): string {
  return `id: ${String(id)}\n`;
}
