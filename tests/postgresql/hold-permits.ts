import { openDatabase } from '@/lib/server/db/database';
import { permitsOf } from '@/lib/server/db/permits';
import { SharedBudget } from '@/lib/server/upstream/shared-budget';

/* A replica that has all its permits in use and never ends by itself. */

const [url = '', count = '1'] = process.argv.slice(2);
const concurrency = Number(count);
const permits = permitsOf(await openDatabase(url), 'default', 'holder');
const budget = new SharedBudget({ concurrency, ratePerSecond: 1_000 }, () => performance.now(), permits);
const never = new AbortController().signal;
await Promise.all(Array.from({ length: concurrency }, () => budget.acquire('interactive', never)));
setInterval(() => undefined, 1_000);
process.stdout.write('holding\n');
