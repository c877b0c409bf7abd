/** How people prove who they are: a demo role without a password, or an OpenID provider. */
export const signInModes = ['demo', 'oidc'] as const;

export type SignInMode = (typeof signInModes)[number];

/** Why a sign-in did not succeed, as `/sign-in?failed=` carries it; the page has the words. */
export const signInFailures = [
  'denied', // the person, or the provider, said no
  'expired', // it took too long, was used already, or was begun in another browser
  'refused', // what the provider sent did not hold up to the checks
  'database', // the console's own database did not answer
  'unreachable', // the provider did not answer, or not as OpenID Connect wants
  'too-many', // too many sign-ins from this address
  'failed', // the console itself failed
] as const;

export type SignInFailure = (typeof signInFailures)[number];
