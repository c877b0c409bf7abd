import { afterEach, beforeEach, expect, it } from 'vitest';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { signCheckpoint } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import {
  endLedger,
  startLedger,
  type RunningLedger,
  type StartedLedger,
} from '@/tests/support/ledger/running-ledger';

let where: StartedLedger['where'];
let folder: StartedLedger['folder'];
let running: RunningLedger;

beforeEach(async () => {
  ({ where, folder, running } = await startLedger());
});
afterEach(() => endLedger({ where, folder, running }));

const count = 3_000;

/** Signs every entry, as a console does that is used for weeks. */
async function signAll(): Promise<void> {
  const { database, ledger, key, checkpoints } = running;
  await ledger.append(factsOfSet('many', count / 2));
  const { checkpoint } = await checkpoints.sign();
  const entries = await ledger.read(2, count);
  const rows = entries.map(({ seq, hash }) => {
    const signed = signCheckpoint({ ...checkpoint, seq, hash }, key);
    return {
      ...{ seq, key_id: key.fingerprint, at: 1, body: canonicalJson(signed.checkpoint) },
      ...{ signature: signed.signature, public_key: signed.publicKey },
    };
  });
  for (let at = 0; at < rows.length; at += 500)
    await database.kysely
      .insertInto('ledger_checkpoint')
      .values(rows.slice(at, at + 500))
      .execute();
}

it('lets others have their turn while it checks many checkpoints', async () => {
  await signAll();
  let isOver = false;
  const processorTime = () => process.cpuUsage().user; // other processes do not count, as they do by the clock
  let [longest, last] = [0, processorTime()];
  const tick = (): void => {
    longest = Math.max(longest, processorTime() - last);
    last = processorTime();
    if (!isOver) setImmediate(tick);
  };
  tick();
  const began = processorTime();
  const found = await running.verify();
  isOver = true;
  expect(found).toMatchObject({ verdict: 'intact', checkpoints: { stored: count + 2 } });
  expect(longest).toBeLessThan((processorTime() - began) / 4);
});
