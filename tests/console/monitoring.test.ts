import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { noticeKinds } from '@/lib/contract/notice-kinds';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { freePort, startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, json } from '@/tests/support/console/raw-request';
import { startService } from '@/tests/support/console/reference-service';
import { startServiceRelay } from '@/tests/support/console/service-relay';
import { writeSession } from '@/tests/support/console/written-session';
import { findPrometheus, startPrometheus } from '@/tests/support/run/prometheus';

/* The files of docs/monitoring in a real Prometheus, which scrapes a console where one thing after another goes wrong. */

const token = 'a-token-for-prometheus';
const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
const folder = findPrometheus();

/** The rules without their patience: a test waits for no half hour. */
const impatient = rules
  .replaceAll(/for: \d+m/g, 'for: 0s')
  .replaceAll(/seconds > (1800|900)/g, 'seconds > 1')
  .replace('mem_change_cells[30m]', 'mem_change_cells[3s]')
  .replaceAll('[15m]', '[3s]');

/** The configuration for that console, as its comments say for one with METRICS_TOKEN. */
const configFor = ({ host }: URL): string =>
  readFileSync('docs/monitoring/prometheus.yml', 'utf8')
    .replace('localhost:3000', host)
    .replaceAll('interval: 15s', 'interval: 1s')
    .replace('# authorization:', 'authorization:')
    .replace('#   credentials_file', '  credentials_file');

/** What the panels of the dashboard ask, as Grafana sends it. */
function expressionsOfDashboard(): string[] {
  const text = readFileSync('docs/monitoring/dashboard.json', 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] }; // as Grafana defines it
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return expressions.map((expression) =>
    expression.replaceAll('$__rate_interval', '1m').replaceAll(/\$(job|instance)/g, '.*'),
  );
}

const patient = { timeout: 40_000, interval: 300 };

const dayMs = 86_400_000;

/** A day as settings write it, so many days from now. */
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

it.skipIf(folder === undefined)(
  'each alert fires in Prometheus when its time has come, and none before',
  async () => {
    const service = await startService({ size: 'records=60,entities=6,lines=60' });
    onTestFinished(() => service.reference.close());
    const relay = await startServiceRelay(service.reference.baseUrl);
    onTestFinished(() => relay.close());
    const place = { ...service.reference, baseUrl: relay.url };
    const settings = {
      ...connectionSettings([{ label: 'Real', place, secretExpires: dayIn(3) }]),
      METRICS_TOKEN: token,
      AUDIT_LOG: './data/audit.jsonl',
      MEM_READ_EVERY_MINUTES: '0.1',
      NOTICES_PRIVATE_ADDRESSES: 'true',
      MEM_TIMEOUT_SECONDS: '5',
    };
    let running: ConsoleProcess = await startConsole(settings);
    onTestFinished(() => running.stop());
    const prometheus = await startPrometheus(
      folder ?? '',
      { config: configFor(new URL(running.url)), rules: impatient },
      token,
    );
    onTestFinished(() => prometheus.stop());
    const fired = new Set<string>();
    const fire = async (...names: string[]): Promise<void> => {
      await expect.poll(() => prometheus.firing(), patient).toEqual(expect.arrayContaining(names));
      for (const name of names) fired.add(name);
    };
    const { cookie } = writeSession(running, 'demo', ['security-administrator']);
    const post = (path: string, body: unknown) =>
      ask(running.url, path, {
        method: 'POST',
        headers: { ...json, cookie, origin: running.url },
        body: JSON.stringify(body),
      });
    const inDatabase = (work: (database: Database.Database) => unknown): void => {
      const database = new Database(join(running.directory, 'data', 'console.db'));
      database.pragma('busy_timeout = 5000'); // the console is writing
      work(database);
      database.close();
    };
    const checkpoints = join(running.directory, 'data', 'checkpoints');
    const auditLog = join(running.directory, 'data', 'audit.jsonl');

    // All is well but for one secret.
    await expect.poll(() => prometheus.values('mem_lines_age_seconds'), patient).toHaveLength(1);
    await expect.poll(() => prometheus.values('mem_interface_differences'), patient).toEqual([0]);
    await fire('MemSecretExpires');
    expect(await prometheus.firing()).toEqual(['MemSecretExpires']);

    // Every panel of the dashboard has something to draw.
    const expressions = expressionsOfDashboard();
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions)
      await expect
        .poll(() => prometheus.values(expression), { ...patient, message: expression })
        .not.toEqual([]);

    // A receiver of notices that is not there.
    const address = `http://127.0.0.1:${String(await freePort())}/`;
    const receiver = { name: 'Nobody', kind: 'webhook', address, notices: noticeKinds };
    expect((await post('/api/notices/receivers', receiver)).status).toBe(201);
    await service.outside(service.one());
    await fire('MemNoticesWait');
    inDatabase((database) =>
      database.exec(
        `update notice_delivery set since = since - ${String(2 * dayMs)}; update notice_receiver set next_at = 0`,
      ),
    );
    await fire('MemNoticesGivenUp');
    inDatabase((database) =>
      database.exec(
        `update ledger_cursor set lease_owner = 'another', lease_until = ${String(Date.now() + dayMs)} where name = 'notices'`,
      ),
    );
    await service.outside(service.one());
    await fire('MemNoticesBehind');

    // The service answers, and not as before; checkpoints find a file where their folder was, the audit log a full disk.
    relay.metadata = (text) => text.replaceAll('BssiEntityID', 'Renamed');
    await service.faults({ kind: 'leavesOut', resource: 'security', recordType: 'Customer' });
    renameSync(checkpoints, `${checkpoints}-away`);
    writeFileSync(checkpoints, '');
    rmSync(auditLog);
    symlinkSync('/dev/full', auditLog);
    expect((await post('/api/changes/export', { what: 'ledger' })).status).toBe(200);
    await fire('MemMatrixDoubtful', 'MemInterfaceDiffers', 'MemCheckpointsNotKept', 'MemAuditLogBehind');
    relay.metadata = (text) => text;
    rmSync(checkpoints);
    rmSync(auditLog);
    renameSync(`${checkpoints}-away`, checkpoints);

    await service.faults({ kind: 'status', status: 429, retryAfter: 4, resource: 'security', count: 1 });
    await fire('MemServicePauses');

    // A change whose answer is lost, and a service that is gone from then on.
    await service.faults({ kind: 'dropAfter', resource: 'security', method: 'POST', outageMs: 600_000 });
    const { expected: _, ...cell } = service.one();
    expect((await post('/api/changes', { cells: [cell] })).status).toBe(202);
    await fire('MemUnconfirmed', 'MemServiceDown', 'MemServiceFails', 'MemChangeSetStuck', 'MemDataOld');
    await service.faults();

    inDatabase((database) =>
      database.exec('alter table write_probe rename to gone; alter table saved_view rename to gone_too'),
    );
    const askInVain = async (): Promise<string[]> => {
      for (let asked = 0; asked < 10; asked++)
        expect((await ask(running.url, '/api/views?place=access', { headers: { cookie } })).status).toBe(500);
      return prometheus.firing();
    };
    await expect.poll(askInVain, patient).toContain('MemRequestsFail'); // a rate wants failures before and after a scrape
    await fire('MemDatabaseNotWritable', 'MemRequestsFail');

    // The console starts again beside an empty database.
    const { port, origin } = new URL(running.url);
    await running.stop();
    await fire('MemConsoleDown');
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(running.directory, 'data', `console.db${end}`), { force: true });
    const isReady = async () => (await fetch(`${origin}/api/health`)).ok;
    const { directory } = running;
    const expired = connectionSettings([{ label: 'Real', place, secretExpires: dayIn(-1) }]);
    running = await startConsole({ ...settings, ...expired, PORT: port }, { directory, isReady });
    await fire('MemLogNotIntact', 'MemSecretExpired');

    expect([...fired].sort()).toEqual([...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name).sort());
  },
);
