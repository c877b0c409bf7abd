import 'server-only';

/** A verb's answer that is not JSON: bytes, text or a stream, with its own headers. */
export class Reply {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null;
  /** A list becomes several headers of that name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly status: number;

  constructor(body: Reply['body'], headers: Reply['headers'], status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
