import type { Answer } from './answer';
import type { Counters } from './counters';
import { sameText, type TokenStore } from './tokens';

function refuse(status: number, error: string, description: string): Answer {
  return json(status, { error, error_description: description });
}

function json(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

/** Answers the token endpoint: a client-credentials form brings a token, anything else an OAuth error. */
export function answerToken(
  body: string,
  contentType: string,
  tokens: TokenStore,
  counters: Counters,
): Answer {
  const { auth } = tokens;
  if (auth.mode !== 'bearer')
    return refuse(400, 'invalid_request', 'This service issues tokens in bearer mode only.');
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    return refuse(400, 'invalid_request', 'The body must be a form (application/x-www-form-urlencoded).');
  }
  const form = new URLSearchParams(body);
  const field = (name: string): string => form.get(name) ?? '';
  if (field('grant_type') !== 'client_credentials') {
    return refuse(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.');
  }
  if (field('scope') === '') return refuse(400, 'invalid_scope', 'The field scope is missing.');
  if (!sameText(field('client_id'), auth.clientId)) {
    return refuse(400, 'unauthorized_client', 'There is no application with this client_id.');
  }
  if (!sameText(field('client_secret'), auth.clientSecret)) {
    return refuse(401, 'invalid_client', 'The client secret is not right.');
  }
  const { token, seconds } = tokens.issue();
  counters.tokenIssued();
  return json(200, {
    token_type: 'Bearer',
    expires_in: seconds,
    ext_expires_in: seconds,
    access_token: token,
  });
}
