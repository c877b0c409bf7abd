import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Answer } from './answer';

/** Ways of spoiling the sending of an answer. */
export interface Spoil {
  /** Cut the body short: breaking the framing, or with correct framing but half a JSON text. */
  truncate?: 'framing' | 'json';
  /** Bytes a second. */
  trickle?: number;
}

/** Sends an answer, at the pace of the reader. Ends quietly when the reader goes away. */
export async function sendAnswer(
  res: ServerResponse,
  answer: Answer,
  gzip: boolean,
  spoil: Spoil,
): Promise<void> {
  const whole = typeof answer.body === 'string' || Buffer.isBuffer(answer.body);
  const chunks: Iterable<string | Buffer> =
    typeof answer.body === 'string' || Buffer.isBuffer(answer.body) ? [answer.body] : answer.body;
  const plain = spoil.truncate === undefined && spoil.trickle === undefined;
  if (plain && gzip && answer.status === 200) {
    res.writeHead(answer.status, { ...answer.headers, 'content-encoding': 'gzip' });
    await pipeline(Readable.from(chunks), createGzip({ level: 1 }), res).catch(() => res.destroy());
    return;
  }
  const length: Record<string, string> = {};
  if (whole && answer.status !== 204)
    length['content-length'] = String([...chunks].reduce((n, c) => n + Buffer.byteLength(c), 0));
  if (spoil.truncate === 'json') delete length['content-length'];
  res.writeHead(answer.status, { ...answer.headers, ...length });
  if (spoil.truncate !== undefined) return sendHalf(res, chunks, spoil.truncate);
  for (const chunk of chunks) {
    const sent =
      spoil.trickle === undefined ? await write(res, chunk) : await drip(res, chunk, spoil.trickle);
    if (!sent) return;
  }
  res.end();
}

/** Writes one chunk and waits until there is room for more; false when the reader has gone. */
async function write(res: ServerResponse, chunk: string | Buffer): Promise<boolean> {
  if (res.destroyed || res.closed) return false;
  if (chunk.length === 0 || res.write(chunk)) return true;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.once('drain', done).once('close', done);
  });
  return !res.destroyed;
}

async function drip(res: ServerResponse, chunk: string | Buffer, perSecond: number): Promise<boolean> {
  const bytes = Buffer.from(chunk);
  const piece = Math.max(1, Math.round(perSecond / 10));
  for (let at = 0; at < bytes.length; at += piece) {
    if (!(await write(res, bytes.subarray(at, at + piece)))) return false;
    await pause(100);
  }
  return true;
}

async function sendHalf(
  res: ServerResponse,
  chunks: Iterable<string | Buffer>,
  how: 'framing' | 'json',
): Promise<void> {
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    if (bytes.length < 2) continue;
    await write(res, bytes.subarray(0, Math.floor(bytes.length / 2)));
    break;
  }
  if (how === 'json') {
    res.end();
    return;
  }
  // A moment for the half to leave, so that the reader sees a broken body and not a broken connection.
  await pause(30);
  res.destroy();
}
