import type { ReceiverKind } from '@/lib/contract/notice-kinds';

const mostMailAddresses = 20;
/** One `@`, no blanks, quotes, brackets or commas: what a header of a mail cannot be broken with. */
const mailAddress = /^[^\s"<>()[\],;:\\@]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** The mail addresses of a text with commas or semicolons. */
export function mailAddressesIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Why an address does not fit its kind of receiver, in a sentence; null: it fits. */
export function addressFault(kind: ReceiverKind, address: string, allowsPrivate: boolean): string | null {
  if (kind === 'mail') {
    const all = mailAddressesIn(address);
    if (all.length === 0 || all.length > mostMailAddresses)
      return `Give 1 to ${String(mostMailAddresses)} mail addresses, separated by commas.`;
    const wrong = all.find((one) => !mailAddress.test(one));
    return wrong === undefined ? null : `“${wrong}” is no mail address.`;
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '') return 'Give the whole address, such as https://host/path.';
  if (url.username !== '' || url.password !== '') return 'Leave user name and password out of the address.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && allowsPrivate)) return null;
  return 'The address must begin with https://.';
}

/** What pages show of an address: mail addresses, else the host alone, because the rest may be a secret. */
export function shownAddress(kind: ReceiverKind, address: string): string {
  if (kind === 'mail') return mailAddressesIn(address).join(', ');
  return URL.canParse(address) ? new URL(address).host : '';
}
