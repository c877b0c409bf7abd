import 'server-only';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Mutex } from '@/lib/server/mutex';

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Addresses that belong to nobody's own network. They are refused whatever the settings say. */
const never = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  // prettier-ignore
  never.addSubnet(net, bits, 'ipv4');
never.addAddress('::', 'ipv6');
never.addAddress('fd00:ec2::254', 'ipv6'); // as 169.254.169.254: a cloud gives its machine credentials there
for (const [net, bits] of [
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  never.addSubnet(net, bits, 'ipv6');

/** This machine and private networks. */
const privateOnes = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const)
  // prettier-ignore
  privateOnes.addSubnet(net, bits, 'ipv4');
/** What is public in IPv6, but for documentation and for addresses that hold one of IPv4. */
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  privateOnes.addSubnet(net, bits, 'ipv6');

/** An address of IPv4 in one of IPv6: mapped, or as networks of IPv6 alone reach it (NAT64). */
const mappedFour = /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]+):([0-9a-f]+))$/i;

/** Whether a message may go to an IP address. */
export function mayReach(address: string, allowsPrivate: boolean): boolean {
  const mapped = mappedFour.exec(address);
  if (mapped) {
    const [, dotted, high = '0', low = '0'] = mapped;
    const bits = [high, low].flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255]);
    return mayReach(dotted ?? bits.join('.'), allowsPrivate);
  }
  const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || never.check(address, kind)) return false;
  if (allowsPrivate) return true;
  return !privateOnes.check(address, kind) && (kind === 'ipv4' || publicSix.check(address, kind));
}

const notAllowed =
  'Its address is of a private network or of this machine, which the operator did not allow (NOTICES_PRIVATE_ADDRESSES).';
const neverAllowed =
  'Its address is link-local, or of no network that messages go to. No setting allows it. Give another.';

/** Why a message may not go to any of these addresses, in a sentence; null: it may go to one. */
function faultOf(addresses: readonly string[], allowsPrivate: boolean): string | null {
  if (addresses.some((address) => mayReach(address, allowsPrivate))) return null;
  return addresses.some((address) => mayReach(address, true)) ? notAllowed : neverAllowed;
}

/** Why a message may not go to the IP address that a URL names, in a sentence; null: it may, or the URL names a host. */
export function literalFault(url: string, allowsPrivate: boolean): string | null {
  const literal = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? null : faultOf([literal], allowsPrivate);
}

export const notReachable = 'MEM_NOT_REACHABLE';

/** A name server that hangs keeps a thread busy. Node has four, which the requests to the service use too. */
const turns = new Mutex();

/**
 * Resolves a name for the connection that is made with the answer, so that a name whose address changes between check and
 * connection gains nothing. Fails with code `notReachable`, and the reason in a sentence, when no address may be reached.
 * One name is resolved at a time.
 */
export function fencedLookup(allowsPrivate: boolean, resolve: typeof lookup = lookup) {
  return (host: string, options: LookupOptions, callback: LookupCallback): void => {
    turns
      .run(() => resolve(host, { ...options, all: true }))
      .then(
        (found) => {
          const allowed = found.filter(({ address }) => mayReach(address, allowsPrivate));
          const [first] = allowed;
          if (!first) {
            const all = found.map(({ address }) => address);
            const fault = faultOf(all, allowsPrivate) ?? '';
            callback(Object.assign(new Error(fault), { code: notReachable }), []);
          } else if (options.all === true) callback(null, allowed);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
  };
}
