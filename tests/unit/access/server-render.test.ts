import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { subscribeEvents } from '@/lib/client/events/events';
import { useMatrixStore } from '@/lib/client/matrix/use-matrix-store';
import { addressed } from '@/tests/support/addressed';

// The real one, counted: what subscribes on the server is kept there for good.
vi.mock('@/lib/client/events/events', async (original) => {
  const events = await original<{ subscribeEvents: typeof subscribeEvents }>();
  return { ...events, subscribeEvents: vi.fn(events.subscribeEvents) };
});

function Changes() {
  return createElement('p', null, String(useMatrixStore().cells.inFlight));
}

it('leaves nothing behind that hears events when the server renders the page', () => {
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Changes));
  expect(renderToString(addressed(page))).toBe('<p>0</p>');
  expect(subscribeEvents).not.toHaveBeenCalled();
});
