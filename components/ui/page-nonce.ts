'use client';

import { useState } from 'react';

/**
 * What the policy of the document wants of a page's own styles: a page that was not loaded as a document of its own goes
 * on with the nonce of the one that was.
 * @param ofPage the nonce of the request that the page was drawn for.
 */
export function usePageNonce(ofPage: string | undefined): string | undefined {
  const [nonce] = useState(() =>
    typeof document === 'undefined' ? ofPage : document.querySelector<HTMLElement>('script[nonce]')?.nonce,
  );
  return nonce;
}
