import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For MAIL_URL. */
  url: string;
  /** Each mail that was taken, as it came. */
  mails: { to: string[]; text: string }[];
  /** Refuses every recipient while true, or those of this address. */
  refuses: boolean | string;
  /** Answers no recipient while true. */
  hangs: boolean;
  /** Open connections. */
  connections: () => number;
  close: () => Promise<void>;
}

/** A real mail server on loopback that takes one user. */
export async function startMailServer(user = 'console', password = 'a mail password'): Promise<MailServer> {
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, callback) => {
      if (auth.username === user && auth.password === password) callback(null, { user });
      else callback(Object.assign(new Error(`no, not ${String(auth.password)}`), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, callback) => {
      if (mail.hangs) return;
      callback(
        mail.refuses === true || mail.refuses === address
          ? Object.assign(new Error(`${address} is unknown`), { responseCode: 550 })
          : null,
      );
    },
    onData: (stream, session, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        mail.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        callback();
      });
    },
  });
  server.on('error', () => undefined); // a client that goes away
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // a listening server has one
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const mail: MailServer = {
    url: `smtp://${login}@127.0.0.1:${String(port)}`,
    mails: [],
    refuses: false,
    hangs: false,
    connections: () => server.connections.size,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}
