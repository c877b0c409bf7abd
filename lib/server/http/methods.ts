import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';
import { failureOf } from './failure';
import type { Handler } from './route';

type Method = 'GET' | 'POST' | 'DELETE';

type Handlers = Record<Method | 'HEAD' | 'PUT' | 'PATCH' | 'OPTIONS', Handler>;

/** `HEAD` follows from `GET`; null refuses it when `GET` does too much. */
type Offered = Partial<Record<Method, Handler>> & { HEAD?: null | undefined };

/** All handlers of one route; other methods get a problem document. Without any handler the address is not found. */
export function methods({ GET, HEAD, POST, DELETE }: Offered): Handlers {
  const head = GET && HEAD !== null ? withoutBody(GET) : null;
  const allowed = Object.entries({ GET, HEAD: head, POST, DELETE }).flatMap(([name, one]) =>
    one ? [name] : [],
  );
  const allow = [...allowed, 'OPTIONS'].join(', ');
  const refuse: Handler = (request) =>
    failureOf(
      request,
      allowed.length === 0
        ? new ConsoleError('not-found', 'There is nothing at this address. Check how it is spelt.')
        : new ConsoleError(
            'method-not-allowed',
            `This address takes ${allowed.join(', ')} only. Nothing was changed.`,
          ),
      allowed.length === 0 ? {} : { Allow: allow },
    );
  return {
    GET: GET ?? refuse,
    HEAD: head ?? refuse,
    POST: POST ?? refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: DELETE ?? refuse,
    OPTIONS:
      allowed.length === 0
        ? refuse
        : () => Promise.resolve(new Response(null, { status: 204, headers: { Allow: allow } })),
  };
}

function withoutBody(handler: Handler): Handler {
  return async (request, more) => {
    const { body, status, headers } = await handler(request, more);
    await body?.cancel();
    return new Response(null, { status, headers });
  };
}
