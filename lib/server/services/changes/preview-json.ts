import 'server-only';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { ImportPreview } from '@/lib/contract/access-file';

const cellsAtOnce = 500;
const writer = new TextEncoder();

/** A preview as JSON, in pieces: its cells may be 100,000. */
export function previewJson({ cells, ...rest }: ImportPreview): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at === 0) controller.enqueue(writer.encode(`${JSON.stringify(rest).slice(0, -1)},"cells":[`));
        const some = cells.slice(at, at + cellsAtOnce).map((cell) => JSON.stringify(cell));
        controller.enqueue(writer.encode((at > 0 && some.length > 0 ? ',' : '') + some.join(',')));
        at += cellsAtOnce;
        if (at < cells.length) {
          await otherWork();
          return;
        }
        controller.enqueue(writer.encode(']}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
