import 'server-only';
import pino, { type Logger } from 'pino';

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
];

/** Where the lines go; standard output unless a test listens. */
export interface LogDestination {
  write: (line: string) => void;
}

/**
 * The process's log: JSON lines on standard output, secrets taken out. Whatever text comes from outside, one entry
 * stays one line: JSON escapes CR, LF and ESC, and what else some reader takes for a line's end is escaped here.
 */
export function createLog(
  level: string,
  destination: LogDestination = pino.destination({ sync: true }),
): Logger {
  return pino({ level, base: null }, { write: (line) => destination.write(escaped(redacted(line))) });
}

const secrets = new Set(secretFields.map((name) => name.toLowerCase()));
const secretName = new RegExp(`"(?:${secretFields.join('|')})":`, 'i');

/** Replaces the values of secret fields, in whichever case their names are written. */
function redacted(line: string): string {
  if (!secretName.test(line)) return line;
  const hide = (name: string, value: unknown) => (secrets.has(name.toLowerCase()) ? '(secret)' : value);
  return `${JSON.stringify(JSON.parse(line, hide))}\n`;
}

/** NEL, the C1 controls (CSI among them), and Unicode's line and paragraph separators. */
function escaped(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
