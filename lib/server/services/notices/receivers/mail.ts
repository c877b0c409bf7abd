import 'server-only';
import { createTransport } from 'nodemailer';
import { mailAddressesIn } from '@/lib/domain/notices/receiver-address';
import { isLoopback } from '@/lib/server/config/loopback';
import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { withDeadline } from '@/lib/server/until';
import { DeliveryError } from './delivery-error';
import { idOf, type Message } from './message';

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
  const { number, at, title, text, facts } = message;
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
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  const foot =
    number === null ? 'This is a test.' : `Notice ${String(number)}. A repeated message has the same number.`;
  const to = mailAddressesIn(addresses);
  try {
    const mail = {
      from: settings.from,
      to,
      subject: title,
      date: at,
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
    throw new DeliveryError(failureWords(error));
  } finally {
    transport.close();
  }
}

function refusedWords(refused: number, all: number): string {
  return `The mail server refused ${inDigits(refused)} of ${inDigits(all)} addresses, and took the message for the ${plural(all - refused, 'other', 'others')}.`;
}

/** The server's own words may repeat what it was sent, so only its code is told. */
function failureWords(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  const answered = responseCode === undefined ? '' : ` (it answered ${String(responseCode)})`;
  if (code === 'EAUTH') return `The mail server refused the sign-in of MAIL_URL${answered}.`;
  if (code === 'EENVELOPE') return `The mail server refused the sender or a recipient${answered}.`;
  if (code === 'EMESSAGE') return `The mail server refused the message${answered}.`;
  if (code === 'ETLS') return 'The mail server offers no trusted encryption.';
  if (code === 'EDNS') return 'The name of the mail server is not known.';
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'The mail server did not answer in time.';
  if (code === 'ECONNECTION' || code === 'ESOCKET')
    return 'The mail server could not be reached, or broke off.';
  return `The mail server did not take the message${answered}.`;
}
