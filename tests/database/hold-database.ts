import { writeSync } from 'node:fs';
import { openDatabase } from '@/lib/server/db/database';

/* A console of sorts in a process of its own: opens the database it is given and keeps it open. */

await openDatabase(process.argv[2] ?? '');
writeSync(1, 'open\n');
setInterval(() => undefined, 60_000);
