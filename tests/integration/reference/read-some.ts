import { request } from 'node:http';

/** Reads the first bytes of an answer, then leaves; `ended` tells whether it came to an end before. */
export function readSome(
  url: string,
  most: number,
): Promise<{ headers: Record<string, unknown>; bytes: number; ended: boolean; broken: boolean }> {
  return new Promise((resolve, reject) => {
    const req = request(url, (res) => {
      let bytes = 0;
      const finish = (ended: boolean, broken: boolean): void =>
        resolve({ headers: res.headers, bytes, ended, broken });
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes < most) return;
        finish(false, false);
        req.destroy();
      });
      res.on('end', () => finish(true, false));
      res.on('error', () => finish(false, true));
    });
    req.on('error', reject).end();
  });
}
