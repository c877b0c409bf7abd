import 'server-only';
import { createTransport } from 'nodemailer';
import { mailAddressesIn } from '@/lib/domain/notices/receiver-address';
import { isLoopback } from '@/lib/server/config/loopback';
import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { withDeadline } from '@/lib/server/until';
import { DeliveryError } from './delivery-error';
import { factsInWords, idOf, type Message } from './message';

const stepLimitMs = 8_000;
/** Time limit of all steps together, for a server that goes on answering. */
const mailLimitMs = 30_000;

/**
 * Sends a message as a plain mail. @returns which recipients the server refused while it took the mail for others, in a
 * sentence; null: none. @throws DeliveryError.
 */
export async function sendMail(
  settings: { url: string; from: string } | null,
  addresses: string,
  message: Message,
  link: string,
  closing: AbortSignal,
): Promise<string | null> {
  const { number, at, title, text } = message;
  if (settings === null) throw new DeliveryError('The operator has set no mail server (MAIL_URL).');
  const url = new URL(settings.url);
  const transport = createTransport({
    url: settings.url,
    // A password never travels in clear text, but on this machine.
    requireTLS: url.protocol === 'smtp:' && url.password !== '' && !isLoopback(url.hostname),
    connectionTimeout: stepLimitMs,
    greetingTimeout: stepLimitMs,
    socketTimeout: stepLimitMs,
    dnsTimeout: stepLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const lines = factsInWords(message).map(([name, value]) => `${name}: ${value}`);
  const foot =
    number === null ? 'This is a test.' : `Notice ${String(number)}. A repeated message has the same number.`;
  const to = mailAddressesIn(addresses);
  try {
    const mail = {
      from: settings.from,
      to,
      subject: title,
      date: new Date(at).toUTCString().replace('GMT', '+0000'), // as RFC 5322 wants it
      ...(number !== null && { messageId: `<notice-${idOf(message)}@${new URL(link).hostname}>` }),
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Notice': String(number ?? 'test') },
      text: [text, '', ...lines, '', link, '', foot].join('\n'),
    };
    const { rejected } = await withDeadline(
      (signal) => transport.sendMail({ ...mail, signal }),
      mailLimitMs,
      closing,
    );
    return rejected.length === 0 ? null : refusedWords(rejected.length, to.length);
  } catch (error) {
    throw new DeliveryError(failureWords(error, url));
  } finally {
    transport.close();
  }
}

function refusedWords(refused: number, all: number): string {
  return `The mail server refused ${inDigits(refused)} of ${inDigits(all)} addresses, and took the message for the ${plural(all - refused, 'other', 'others')}.`;
}

interface Failure {
  code?: string;
  /** Of the system, such as `ECONNREFUSED`. */
  originalCode?: string;
  responseCode?: number;
}

/** The server's own words may repeat what it was sent, so only its codes are told, and which server it is. */
function failureWords(error: unknown, { hostname, port }: URL): string {
  const { code = '', originalCode, responseCode } = error as Failure; // as nodemailer throws it
  const server = `The mail server ${port === '' ? hostname : `${hostname}:${port}`}`;
  const answered = responseCode === undefined ? '' : ` (it answered ${String(responseCode)})`;
  const cause = originalCode === undefined ? '' : ` (${originalCode})`;
  if (code === 'EAUTH') return `The mail server refused the sign-in of MAIL_URL${answered}.`;
  if (code === 'EENVELOPE') return `The mail server refused the sender or a recipient${answered}.`;
  if (code === 'EMESSAGE') return `The mail server refused the message${answered}.`;
  if (code === 'ETLS') return `${server} offers no trusted encryption${cause}.`;
  if (code === 'EDNS') return `The name of the mail server, ${hostname}, is not known${cause}.`;
  if (code === 'ETIMEDOUT' || code === 'EABORT') return `${server} did not answer in time.`;
  if (originalCode === 'ECONNREFUSED') return `${server} refused the connection${cause}.`;
  if (code === 'ECONNECTION' || code === 'ESOCKET')
    return `${server} could not be reached, or broke off${cause}.`;
  return `The mail server did not take the message${answered}.`;
}
