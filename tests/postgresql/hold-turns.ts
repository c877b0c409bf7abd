import { openDatabase } from '@/lib/server/db/database';
import { Budget } from '@/lib/server/upstream/transport/budget';
import { sharedRateLimiter } from '@/lib/server/upstream/transport/shared-rate-limiter';

/* A replica that has all its turns in use and never ends by itself. */

const [url = '', count = '1'] = process.argv.slice(2);
const concurrency = Number(count);
const limiter = sharedRateLimiter(await openDatabase(url), 'default', 'holder');
const budget = new Budget({ concurrency, ratePerSecond: 1_000 }, () => performance.now(), limiter);
const never = new AbortController().signal;
await Promise.all(Array.from({ length: concurrency }, () => budget.acquire('interactive', never)));
setInterval(() => undefined, 1_000);
process.stdout.write('holding\n');
