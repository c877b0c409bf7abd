import 'server-only';
import { mayRead } from '@/lib/contract/session/roles';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import type { SecurityFilter, SecurityPage } from '@/lib/server/upstream/client';

const writer = new TextEncoder();

/**
 * Streams filtered rows from the service (interface section 4.2). Waits for two pages, so that an early failure is
 * a proper error; a later one cuts the body before `"complete":true`.
 */
export const listAccess = verb<SecurityFilter, Reply>({
  roles: mayRead.access,
  run: async ({ ctx, input }) => {
    const pages = watched(
      ctx.request.connection.upstream.readSecurity(input, {
        signal: ctx.request.signal,
        requestId: ctx.request.requestId,
      }),
    );
    let next = await pages.next();
    let ahead = next.done ? null : await pages.next(); // a page leaves when the next one has arrived
    let separator = '{"value":[';
    let filterIgnored = false;
    const write = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      // The stream does not repeat a pull that enqueues nothing, so this loop skips empty pages.
      while (!next.done) {
        const page = next.value;
        next = ahead ?? (await pages.next());
        ahead = null;
        filterIgnored ||= page.filterIgnored;
        if (page.rows.length === 0) continue;
        controller.enqueue(writer.encode(separator + rowsAsJson(page)));
        separator = ',';
        return;
      }
      const opening = separator === ',' ? '' : separator;
      const note = filterIgnored ? ',"filterIgnored":true' : '';
      controller.enqueue(writer.encode(`${opening}]${note},"complete":true}`));
      controller.close();
    };
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          await write(controller);
        } catch (error) {
          // The status is already sent, so only the log can give the reason.
          ctx.request.log.warn({ err: error }, 'A list of access rows was broken off.');
          throw error;
        }
      },
      async cancel() {
        await pages.return();
      },
    });
    return new Reply(body, { 'Content-Type': 'application/json' });
  },
});

/** Stops the read if the service keeps sending pages without anything new. */
async function* watched(
  pages: AsyncGenerator<SecurityPage, void, undefined>,
): AsyncGenerator<SecurityPage, void, undefined> {
  const known = new GrowingMatrix();
  const idlePages = new IdlePages();
  let foreignPages = 0;
  for await (const page of pages) {
    for (const row of page.rows)
      known.add(row.BssiMasterRecordType, row.BssiMasterRecordID, row.BssiEntityID, row.BssiAccessible);
    // A service that ignores the filter sends many pages that leave no rows here.
    if (page.filterIgnored) foreignPages++;
    idlePages.note(known.assignments + foreignPages, page);
    yield page;
  }
}

function rowsAsJson(page: SecurityPage): string {
  return page.rows
    .map((row) =>
      JSON.stringify({
        recordType: row.BssiMasterRecordType,
        recordId: row.BssiMasterRecordID,
        entityId: row.BssiEntityID,
        accessible: row.BssiAccessible,
      }),
    )
    .join(',');
}
