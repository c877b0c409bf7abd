import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { JWK, JWTPayload } from 'jose';
import { interactionPolicy, Provider, type Interaction } from 'oidc-provider';
import { freePort } from '@/tests/support/console/console-process';

/** What is done to an ID token on its way out of the provider. */
interface Tampering {
  /** Claims set to something else; undefined takes one away. */
  claims?: Record<string, unknown>;
  /** Who signs it: the provider's own key unless told. */
  signedBy?: 'a stranger' | 'nobody' | 'the client secret';
}

/** A real OpenID provider on this machine. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The console's settings for it. */
  settings: Record<string, string>;
  /** Who has an account, with their claims: `name`, `roles` and so on. */
  users: Map<string, Record<string, unknown>>;
  /** What happens to the next ID tokens. */
  tampering: Tampering | null;
  /** Answers in place of the provider's own, by path; null is silence. */
  answers: Map<string, { status: number; body: string; type?: string } | null>;
  /** How often each path was asked for. */
  asked: Map<string, number>;
  /** Gives it another signing key and withdraws the one before. */
  rotateKeys: () => Promise<void>;
  /** Takes it off the network, and puts it back under the same address. */
  goDown: () => Promise<void>;
  comeBack: () => Promise<void>;
}

interface ProviderOptions {
  /** Where claims other than `sub` are found; the ID token unless told. */
  claimsIn?: 'the ID token' | 'userinfo';
  /** How the client has to prove itself; `client_secret_post` unless told. */
  proof?: 'client_secret_post' | 'client_secret_basic' | 'none';
  /** Path of the issuer, such as `/realms/example`; none unless told. */
  issuerPath?: string;
}

const clientId = 'mem-console';
const clientSecret = 'a secret between console and provider';
const claimNames = ['name', 'preferred_username', 'given_name', 'family_name', 'roles', 'realm_access'];

/** Starts an OpenID provider on a free loopback port: code flow, any loopback port for the console. */
export async function startOpenIdProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${String(port)}${options.issuerPath ?? ''}`;
  const proof = options.proof ?? 'client_secret_post';
  let key: SigningKey;
  let provider: Provider;
  let server: Server;

  const renew = async (): Promise<void> => {
    key = await newKey();
    provider = new Provider(issuer, {
      adapter: memoryOf,
      clients: [
        {
          client_id: clientId,
          ...(proof === 'none' ? {} : { client_secret: clientSecret }),
          token_endpoint_auth_method: proof,
          application_type: 'native', // the port of a loopback address may be any (RFC 8252)
          redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}/api/session/oidc/callback`),
        },
      ],
      jwks: { keys: [key.jwk] },
      cookies: { keys: ['cookies of a test'] },
      claims: { openid: ['sub'], profile: claimNames },
      conformIdTokenClaims: options.claimsIn === 'userinfo',
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: Interaction) => `/interaction/${uid}`, policy: policy() },
      ttl: {
        Session: 3_600,
        Grant: 3_600,
        Interaction: 600,
        AccessToken: 600,
        IdToken: 600,
        AuthorizationCode: 60,
      },
      findAccount: (_: unknown, sub: string) =>
        running.users.has(sub) && { accountId: sub, claims: () => ({ sub, ...running.users.get(sub) }) },
      // Whoever signs in here agrees to what the console asks for.
      loadExistingGrant: async (context: { oidc: { session: { accountId: string } } }) => {
        const grant = new provider.Grant({ accountId: context.oidc.session.accountId, clientId });
        grant.addOIDCScope('openid profile');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      if (running.tampering === null || context.oidc?.route !== 'token' || context.status !== 200) return;
      const body = context.body as { id_token: string }; // a token answer of ours
      body.id_token = await tampered(body.id_token, running.tampering, key);
    });
  };

  const listen = async (): Promise<void> => {
    server = createServer((request, response) => void answer(request, response));
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    const asked = path.slice((options.issuerPath ?? '').length);
    running.asked.set(asked, (running.asked.get(asked) ?? 0) + 1);
    const instead = running.answers.get(asked);
    if (instead === null) return;
    if (instead) {
      response.writeHead(instead.status, { 'content-type': instead.type ?? 'application/json' });
      response.end(instead.body);
    } else if (path.startsWith('/interaction/')) {
      await interact(request, response, provider, running.users);
    } else {
      request.url = request.url?.slice((options.issuerPath ?? '').length);
      Object.assign(request, { originalUrl: `${options.issuerPath ?? ''}${request.url ?? ''}` });
      provider.callback()(request, response);
    }
  };

  const running: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    settings: {
      SIGN_IN: 'oidc',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      ...(proof === 'none' ? {} : { OIDC_CLIENT_SECRET: clientSecret }),
    },
    users: new Map(),
    tampering: null,
    answers: new Map(),
    asked: new Map(),
    rotateKeys: renew,
    goDown: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    comeBack: listen,
  };
  await renew();
  await listen();
  return running;
}

interface SigningKey {
  jwk: JWK & { kid: string };
  privateKey: CryptoKey;
}

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    jwk: { ...jwk, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(jwk) },
    privateKey,
  };
}

async function tampered(token: string, { claims, signedBy }: Tampering, key: SigningKey): Promise<string> {
  const payload: JWTPayload = { ...decodeJwt(token), ...claims };
  if (signedBy === 'nobody') return new UnsecuredJWT(payload).encode();
  const jwt = new SignJWT(payload);
  if (signedBy === 'the client secret') {
    return jwt.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret));
  }
  const { privateKey } = signedBy === 'a stranger' ? await newKey() : key;
  return jwt.setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid }).sign(privateKey);
}

function policy() {
  const prompts = interactionPolicy.base();
  prompts.remove('consent');
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  return prompts;
}

/** The provider's own page: one button for each account, and one to say no. */
async function interact(
  request: IncomingMessage,
  response: ServerResponse,
  provider: Provider,
  users: TestProvider['users'],
): Promise<void> {
  if (request.method !== 'POST') {
    const buttons = [...users.keys(), 'cancel'].map(
      (sub) => `<button name="sub" value="${sub}">${sub}</button>`,
    );
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><h1>Who are you?</h1><form method="post">${buttons.join('')}</form>`,
    );
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const accountId = new URLSearchParams(body).get('sub') ?? 'cancel';
  await provider.interactionFinished(
    request,
    response,
    accountId === 'cancel'
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { login: { accountId }, select_account: {} },
  );
}

/** What providers remember, by the kind of thing: also one that got another key. */
const remembered = new Map<string, Map<string, Stored>>();

function memoryOf(kind: string) {
  const kept = remembered.get(kind) ?? new Map<string, Stored>();
  remembered.set(kind, kept);
  return {
    upsert: (id: string, payload: Stored) => void kept.set(id, payload),
    find: (id: string) => kept.get(id),
    findByUid: (uid: string) => [...kept.values()].find((one) => one.uid === uid),
    consume: (id: string) =>
      void Object.assign(kept.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1_000) }),
    destroy: (id: string) => void kept.delete(id),
    revokeByGrantId: (grantId: string) => {
      for (const [id, { grantId: of }] of kept) if (of === grantId) kept.delete(id);
    },
  };
}

interface Stored {
  uid?: string;
  grantId?: string;
  consumed?: number;
}
