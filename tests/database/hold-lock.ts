import { writeSync } from 'node:fs';
import Libsql from 'libsql';

/* A tool of sorts in a process of its own: has the file it is given to itself for a moment. */

const tool = new Libsql(process.argv[2] ?? '');
tool.exec('begin exclusive');
writeSync(1, 'held\n');
setTimeout(() => tool.exec('commit'), 500);
