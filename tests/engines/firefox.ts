import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { installPackages, isDebianRoot } from '@/tests/support/run/debian';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { until, type Engine } from './engine';

const binary = '/usr/bin/firefox-esr';

/** Nothing of its own on the network, and no page but those of the test. */
const settings: Record<string, string | boolean> = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/** Starts Debian's Firefox, which is installed where it is missing and may be. @returns null: there is none. */
export async function startFirefox(say: (line: string) => void): Promise<Engine | null> {
  if (!existsSync(binary) && isDebianRoot()) await installPackages(say, 'firefox-esr');
  if (!existsSync(binary)) return null;
  const profile = temporaryFolder('mem-firefox');
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    'about:blank',
  ];
  const child = spawn(binary, args, {
    env: { ...process.env, HOME: profile, TMPDIR: profile, TZ: 'Europe/Berlin' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  try {
    const find = () => Promise.resolve(/WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1]);
    const ask = await connect(`${await until(find, 'Firefox')}/session`);
    await ask('session.new', { capabilities: {} });
    const { contexts } = (await ask('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const context = contexts[0]?.context;
    return {
      name: 'Firefox',
      open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
      run: async (body, given) => {
        const answer = (await ask('script.callFunction', {
          functionDeclaration: `async (args) => JSON.stringify((await (async (...args) => {${body}})(...JSON.parse(args))) ?? null)`,
          arguments: [{ type: 'string', value: JSON.stringify(given) }],
          target: { context },
          awaitPromise: true,
        })) as { result?: { value: string }; exceptionDetails?: { text: string } };
        if (answer.result === undefined) throw new Error(answer.exceptionDetails?.text);
        return JSON.parse(answer.result.value) as unknown;
      },
      act: async (actions) => void (await ask('input.performActions', { context, actions })),
      picture: async () => {
        const { data } = (await ask('browsingContext.captureScreenshot', { context })) as { data: string };
        return Buffer.from(data, 'base64');
      },
      resize: async (width, height) =>
        void (await ask('browsingContext.setViewport', { context, viewport: { width, height } })),
      close: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type Ask = (method: string, params: object) => Promise<unknown>;

/** Opens a connection of WebDriver BiDi. */
async function connect(address: string): Promise<Ask> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', () => fail(new Error('Firefox does not answer.')));
  });
  const waiting = new Map<number, { done: (result: unknown) => void; fail: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id: number; result?: unknown; message?: string }; // as BiDi has it
    const { done, fail } = waiting.get(answer.id) ?? {};
    waiting.delete(answer.id);
    if (answer.message === undefined) done?.(answer.result);
    else fail?.(new Error(answer.message));
  });
  let last = 0;
  return (method, params) =>
    new Promise((done, fail) => {
      last += 1;
      waiting.set(last, { done, fail });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}
