import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';
import { askControlPort } from '@/lib/demo/control-port';

/** Where the demo can be presented: a console whose people are invented, on a reference service of its own. */
export class PresenterStage {
  /** Whether the log begins with demo history. */
  readonly hasHistory: boolean;
  readonly #controlUrl: string;
  #tail: Promise<unknown> = Promise.resolve();

  /** @param controlUrl where the service takes faults, and changes that this console does not make. */
  constructor(controlUrl: string, hasHistory: boolean) {
    this.#controlUrl = controlUrl;
    this.hasHistory = hasHistory;
  }

  /** Lets one thing be played at a time, whoever asks from how many tabs. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#tail.then(work, work);
    this.#tail = mine.catch(() => undefined);
    return mine;
  }

  /** Asks the service's control port. @throws Error where it does not do it. */
  control(method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown): Promise<unknown> {
    return askControlPort(this.#controlUrl, method, path, body);
  }
}

/** Where the demo is presented. @throws ConsoleError `not-found` where there is none: with a real service, say. */
export function stageOf(demo: PresenterStage | null): PresenterStage {
  if (demo) return demo;
  throw new ConsoleError(
    'not-found',
    'There is no demo to present: that needs demo sign-in and the embedded reference service with its own data. Nothing was changed.',
  );
}
