/** What goes back to the caller; the body may be made while it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | Iterable<string | Buffer>;
}

/** A JSON answer in OData's form. */
export function odataAnswer(
  status: number,
  body: Answer['body'],
  headers: Record<string, string> = {},
): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/json; odata.metadata=minimal; odata.streaming=true',
      'odata-version': '4.0',
      ...headers,
    },
    body,
  };
}
