import 'server-only';
import pino, { type Logger } from 'pino';
import { onOneLine } from '@/lib/domain/one-line';

/** Field names whose values never reach a log line, at any depth. */
export const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'sessionToken',
  'signInToken',
  'clientSecret',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
  'code_verifier',
  'codeVerifier',
  'databaseUrl',
  'bearerToken',
  'metricsToken',
];

export interface LogDestination {
  write: (line: string) => void;
}

/** Logs JSON lines to standard output without secrets. Each entry stays one line: all line ends are escaped. */
export function createLog(
  level: string,
  destination: LogDestination = pino.destination({ sync: true }),
): Logger {
  return pino(
    { level, base: null, serializers: { err: toldError } },
    { write: (line) => destination.write(onOneLine(redacted(line))) },
  );
}

/** Pino joins the messages of causes by ": ", also after a whole sentence. */
function toldError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = pino.stdSerializers.err(error);
  told.message = told.message.replaceAll('.: ', '. Cause: ');
  return told;
}

const secrets = new Set(secretFields.map((name) => name.toLowerCase()));
const secretName = new RegExp(`"(?:${secretFields.join('|')})":`, 'i');

function redacted(line: string): string {
  if (!secretName.test(line)) return line;
  const hide = (name: string, value: unknown) => (secrets.has(name.toLowerCase()) ? '(secret)' : value);
  return `${JSON.stringify(JSON.parse(line, hide))}\n`;
}
