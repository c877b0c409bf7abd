import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { freePort } from '@/tests/support/console/console-process';
import { installPackages, isDebianRoot } from '@/tests/support/run/debian';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { until, type Engine } from './engine';

const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';
const binary = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/**
 * Starts Debian's WebKitGTK, the engine of Safari, on a display of its own. What is missing is installed where that may
 * be done. @returns null: there is none.
 */
export async function startWebKit(say: (line: string) => void): Promise<Engine | null> {
  const find = () =>
    existsSync(driver) && existsSync(display) ? binary.find((path) => existsSync(path)) : undefined;
  if (find() === undefined && isDebianRoot())
    await installPackages(say, 'webkit2gtk-driver', 'xvfb', 'fonts-dejavu-core');
  const browser = find();
  if (browser === undefined) return null;
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
  };
  try {
    const screen = await startDisplay(children);
    const home = temporaryFolder('mem-webkit');
    const port = await freePort();
    children.push(
      spawn(driver, [`--port=${String(port)}`], {
        env: {
          ...process.env,
          DISPLAY: `:${screen}`,
          HOME: home,
          TMPDIR: home,
          XDG_RUNTIME_DIR: home,
          TZ: 'Europe/Berlin',
          GDK_BACKEND: 'x11',
          // There is no graphics card; without these, pictures of the window never come.
          LIBGL_ALWAYS_SOFTWARE: '1',
          WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
          NO_AT_BRIDGE: '1',
        },
        stdio: 'ignore',
      }),
    );
    const base = `http://127.0.0.1:${String(port)}`;
    await until(() => fetch(`${base}/status`).then(({ ok }) => ok, () => false), 'WebKitWebDriver'); // prettier-ignore
    const { sessionId } = (await ask(`${base}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    })) as { sessionId: string };
    const session = `${base}/session/${sessionId}`;
    await ask(`${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
    return {
      name: 'WebKit',
      open: async (url) => void (await ask(`${session}/url`, { url })),
      run: async (body, args) => {
        const script = `const done = arguments[arguments.length - 1];
          (async (...args) => {${body}})(...JSON.parse(arguments[0])).then(
            (value) => done(JSON.stringify([value ?? null])), (error) => done(JSON.stringify({ error: String(error) })));`;
        const text = await ask(`${session}/execute/async`, { script, args: [JSON.stringify(args)] });
        const answer = JSON.parse(text as string) as [unknown] | { error: string };
        if (!Array.isArray(answer)) throw new Error(answer.error);
        return answer[0];
      },
      act: async (actions) => void (await ask(`${session}/actions`, { actions })),
      picture: async () => Buffer.from((await ask(`${session}/screenshot`)) as string, 'base64'),
      resize: async (width, height) => void (await ask(`${session}/window/rect`, { width, height })),
      close: async () => {
        await fetch(session, { method: 'DELETE' }).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts a display that nobody sees. @returns its number. */
async function startDisplay(children: ChildProcess[]): Promise<string> {
  const child = spawn(display, ['-displayfd', '1', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  let number = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (number += text));
  return until(() => Promise.resolve(/^(\d+)\n/.exec(number)?.[1]), 'Xvfb');
}

/** One command of WebDriver. @throws Error with what the driver says. */
async function ask(url: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(60_000);
  const init = body === undefined ? { signal } : { method: 'POST', body: JSON.stringify(body), signal };
  const response = await fetch(url, { ...init, headers: { 'Content-Type': 'application/json' } });
  const { value } = (await response.json()) as { value: unknown }; // as WebDriver has it
  if (!response.ok) throw new Error((value as { message: string }).message);
  return value;
}
