import 'server-only';
import pino, { type Logger } from 'pino';

/** Field names whose values never reach a log line, wherever they stand. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'token',
  'clientSecret',
  'client_secret',
  'access_token',
];

/** The process's log: JSON lines on standard output, secrets taken out. */
export function createLog(level: string): Logger {
  const paths = secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, redact: { paths, censor: '(secret)' }, base: null });
}
