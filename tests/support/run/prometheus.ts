import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@/tests/support/console/console-process';
import { installPackages, isDebianRoot } from './debian';
import { temporaryFolder } from './temporary-folder';

/** Folder of `prometheus` and `promtool` on the PATH; undefined if none. */
export function findPrometheus(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.find((folder) => ['prometheus', 'promtool'].every((name) => existsSync(join(folder, name))));
}

/** As `findPrometheus`, and on Debian as root installs the package if none is here. */
export async function findOrInstallPrometheus(say: (line: string) => void): Promise<string | undefined> {
  if (findPrometheus() === undefined && isDebianRoot()) await installPackages(say, 'prometheus');
  return findPrometheus();
}

/** A Prometheus on loopback that scrapes and evaluates every second. */
export interface Prometheus {
  /** Names of the alerts that fire. */
  firing: () => Promise<string[]>;
  /** Values of an expression, one a series. @throws Error where the expression is wrong. */
  values: (expression: string) => Promise<number[]>;
  stop: () => Promise<void>;
}

/**
 * Starts one with these texts as its configuration and its `alerts.yml`, and the token as its file `metrics-token`.
 * @throws Error with the words of promtool or Prometheus when a file is wrong.
 */
export async function startPrometheus(
  folder: string,
  { config, rules }: { config: string; rules: string },
  token: string,
): Promise<Prometheus> {
  const own = temporaryFolder('mem-prometheus');
  const file = join(own, 'prometheus.yml');
  writeFileSync(file, config);
  writeFileSync(join(own, 'alerts.yml'), rules);
  writeFileSync(join(own, 'metrics-token'), token);
  const checked = spawnSync(join(folder, 'promtool'), ['check', 'config', file], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`promtool: ${checked.stdout}${checked.stderr}`);
  const url = `http://127.0.0.1:${String(await freePort())}`;
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(own, 'data')}`,
    `--web.listen-address=${url.slice('http://'.length)}`,
  ];
  const child = spawn(join(folder, 'prometheus'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const isReady = () => fetch(`${url}/-/ready`).then(({ ok }) => ok, () => false); // prettier-ignore
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended instead of serving:\n${said}`);
    await wait(50);
  }
  const api = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { data: T; error?: string }; // as Prometheus documents it
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    return data;
  };
  return {
    firing: async () => {
      type Alerts = { alerts: { labels: { alertname: string }; state: string }[] };
      const { alerts } = await api<Alerts>('alerts');
      const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      return [...new Set(names)].sort();
    },
    values: async (expression) => {
      type Result = { result: { value: [number, string] }[] };
      const { result } = await api<Result>(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ value }) => Number(value[1]));
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
