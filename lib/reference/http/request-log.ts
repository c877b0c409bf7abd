import type { IncomingHttpHeaders } from 'node:http';

/** One request as tests may look at it; secrets are never in it. */
interface LoggedRequest {
  at: string;
  method: string;
  /** Path and query as sent. */
  url: string;
  resource: string;
  status: number | null;
  headers: Record<string, string>;
  /** Scheme of the Authorization header, never its value. */
  authorization: string | null;
  /** Body of a POST to the security set; null else. */
  body: string | null;
}

const MOST = 2000;
const HIDDEN: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** The last requests, oldest first. */
export class RequestLog {
  private entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.entries.push(entry);
    if (this.entries.length > MOST * 2) this.entries = this.entries.slice(-MOST);
  }

  /** The last `count` requests. */
  last(count: number): LoggedRequest[] {
    return this.entries.slice(-Math.min(count, MOST));
  }

  clear(): void {
    this.entries = [];
  }
}

/** Headers that may be shown, and the scheme of the Authorization header. */
export function visibleHeaders(
  headers: IncomingHttpHeaders,
): Pick<LoggedRequest, 'headers' | 'authorization'> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!HIDDEN.has(name) && value !== undefined) shown[name] = String(value);
  }
  return { headers: shown, authorization: headers.authorization?.split(' ')[0] ?? null };
}
