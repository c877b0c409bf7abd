import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate for `localhost` that signs itself, valid from 2020 to 2120, as PEM. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)); // ecdsa-with-SHA256
  const commonName = sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('localhost')));
  const name = sequence(der(0x31, commonName));
  const validity = sequence(
    der(0x18, Buffer.from('20200101000000Z')),
    der(0x18, Buffer.from('21200101000000Z')),
  );
  const alternativeNames = sequence(
    oid(0x55, 0x1d, 0x11),
    der(0x04, sequence(der(0x82, Buffer.from('localhost')))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    algorithm,
    name, // issuer
    validity,
    name, // subject
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  const certificate = sequence(content, algorithm, der(0x03, signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of ASN.1 in DER: its tag, its length and its content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(...bytes: number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}
