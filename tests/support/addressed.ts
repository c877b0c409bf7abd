import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { createElement, type ReactNode } from 'react';

/** A part on a page whose address has no parameters. */
export function addressed(part: ReactNode): ReactNode {
  const page = createElement(NuqsTestingAdapter, null, part);
  return createElement(SearchParamsContext, { value: new URLSearchParams() }, page);
}
