import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';

const pieceSize = 64 * 1024;

/** The body of an answer, made on demand until the caller leaves. */
export function streamOf(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await bytes.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Texts as large pieces of bytes; other requests run between two pieces. */
export async function* textBytes(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceSize) continue;
    yield Buffer.from(piece, 'utf8');
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield Buffer.from(piece, 'utf8');
}
