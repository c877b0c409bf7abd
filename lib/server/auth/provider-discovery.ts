import 'server-only';
import * as client from 'openid-client';
import type { OidcSettings } from '@/lib/server/config/sign-in-settings';
import { Refreshing } from '@/lib/server/refreshing';
import { signInErrorOf } from './provider-error';
import { providerFetch } from './provider-fetch';
import { SignInError } from './sign-in-error';

const hourMs = 3_600_000;

/** The provider's discovery document, read on first use so that the console starts without the provider. */
export class ProviderDiscovery {
  readonly #settings: OidcSettings;
  readonly #timeoutMs: number;
  readonly #document: Refreshing<client.ServerMetadata>;

  /** @param now milliseconds. */
  constructor(settings: OidcSettings, timeoutMs: number, now: () => number = () => performance.now()) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
    this.#document = new Refreshing({ read: () => this.#discover(), freshMs: () => hourMs, now });
  }

  /** The document: at most an hour old unless the provider is away. @throws SignInError `unreachable`. */
  metadata(): Promise<client.ServerMetadata> {
    return this.#document.get();
  }

  async #discover(): Promise<client.ServerMetadata> {
    const { issuer, clientId } = this.#settings;
    try {
      const found = await client.discovery(issuer, clientId, {}, client.None(), {
        timeout: this.#timeoutMs / 1_000,
        [client.customFetch]: providerFetch(this.#timeoutMs),
        // Settings allow plain HTTP on this machine only.
        execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      });
      client.buildAuthorizationUrl(found, {}); // fails without that address
      return found.serverMetadata();
    } catch (error) {
      const known = signInErrorOf(error, { secrets: [], returnPath: '/' });
      const words = otherNameIn(error) ?? (known instanceof Error ? known.message : 'no reason was given');
      const code = known instanceof SignInError ? known.code : undefined;
      throw new SignInError('unreachable', `The provider's discovery document cannot be used: ${words}`, {
        code,
      });
    }
  }
}

/** The commonest mistake in the settings: another spelling of the issuer. */
function otherNameIn(error: unknown): string | null {
  if (!(error instanceof client.ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return null;
  const { body } = error.cause as { body: { issuer: string } }; // openid-client's cause for this code
  return `it is of the issuer ${body.issuer.slice(0, 300)}, and OIDC_ISSUER has to say exactly that.`;
}
