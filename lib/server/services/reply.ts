import 'server-only';

/** What a verb answers when its result is not JSON: bytes, text or a stream, with its own headers. */
export class Reply {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Reply['body'], headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}
