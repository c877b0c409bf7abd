/** The part of `oidc-provider` that the tests use; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Context {
    body: unknown;
    status: number;
    oidc?: { route?: string };
  }

  interface Interaction {
    uid: string;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (of: { accountId: string; clientId: string }) => {
      addOIDCScope: (scope: string) => void;
      save: () => Promise<string>;
    };
    callback(): RequestListener;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
  }

  class Prompt {
    constructor(about: { name: string; requestable: boolean });
  }

  export const interactionPolicy: {
    Prompt: typeof Prompt;
    base: () => { add: (prompt: Prompt) => void; remove: (name: string) => void };
  };

  export type { Context, Interaction };
}
