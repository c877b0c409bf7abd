import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useOneBesideMatrix } from '@/components/access/compare/compare-sheet';
import { useDetailsTarget } from '@/lib/client/address/use-details-target';
import { draw } from './draw';

const entity = { recordType: '', recordId: '', entityId: '100' };

it('details that are opened beside a comparison stay, however late that closes', async () => {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  const onClose = vi.fn();
  let details: ReturnType<typeof useDetailsTarget> | null = null;
  const Page = ({ isCompared }: { isCompared: boolean }) => {
    details = useDetailsTarget();
    useOneBesideMatrix(isCompared, onClose);
    return null;
  };
  const now = () => details as unknown as ReturnType<typeof useDetailsTarget>; // it was drawn
  const { show } = draw(createElement(Page, { isCompared: true }));
  flushSync(() => now()[1](entity));
  show(createElement(Page, { isCompared: true })); // the matrix shows an older address yet
  expect([onClose.mock.calls.length, now()[0]]).toEqual([1, entity]);
  show(createElement(Page, { isCompared: false }));
  expect(now()[0]).toEqual(entity);
  show(createElement(Page, { isCompared: true })); // a comparison is opened beside them
  await expect.poll(() => now()[0]).toBeNull();
});
