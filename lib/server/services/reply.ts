import 'server-only';

/** What a verb answers when its result is not JSON: bytes, text or a stream, with its own headers. */
export class Reply {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(body: Reply['body'], headers: Record<string, string>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
