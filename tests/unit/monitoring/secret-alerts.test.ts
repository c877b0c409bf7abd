import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findPrometheus } from '@/tests/support/run/prometheus';

const folder = findPrometheus();

it.skipIf(folder === undefined)('a secret that has expired is critical, and no longer a warning', () => {
  const place = mkdtempSync(join(tmpdir(), 'alerts-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const labels = { secret: 'sign-in', instance: 'a', job: 'mem-console' };
  const alert = (at: string, alertname: string, severity: string | null, summary = '', description = '') => ({
    ...{ eval_time: at, alertname },
    exp_alerts:
      severity === null
        ? []
        : [{ exp_labels: { severity, ...labels }, exp_annotations: { summary, description } }],
  });
  const replace =
    'Replace it, then set MEM_SECRET_EXPIRES, secretExpires or OIDC_SECRET_EXPIRES to its new last day.';
  const left = 'The secret of sign-in works for 30m 0s more.';
  const cases = {
    rule_files: [resolve('docs/monitoring/alerts.yml')],
    tests: [
      {
        interval: '1m',
        input_series: [
          {
            series: 'mem_secret_expires_timestamp_seconds{secret="sign-in",instance="a",job="mem-console"}',
            values: '3600x180',
          },
        ],
        alert_rule_test: [
          alert('30m', 'MemSecretExpires', 'warning', left, replace),
          alert('30m', 'MemSecretExpired', null),
          alert('2h', 'MemSecretExpires', null),
          alert('2h', 'MemSecretExpired', 'critical', 'The secret of sign-in has expired.', replace),
        ],
      },
    ],
  };
  const file = join(place, 'cases.yml');
  writeFileSync(file, JSON.stringify(cases)); // JSON is YAML
  const { stdout, stderr, status } = spawnSync(join(folder ?? '', 'promtool'), ['test', 'rules', file], {
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
