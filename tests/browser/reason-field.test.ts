import { createElement, useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ReasonField } from '@/components/review/reason-field';
import { longestReason } from '@/lib/contract/limits';
import { draw } from './draw';

it('keeps a pasted reason as one paragraph and says where it ends', async () => {
  const Reason = () => {
    const [value, onChange] = useState('');
    return createElement(ReasonField, { value, onChange, isRequired: false });
  };
  draw(createElement(Reason));
  const field = page.getByLabelText('Reason (optional)');
  const element = field.element() as HTMLTextAreaElement;
  element.focus();
  document.execCommand('insertText', false, `a\n\n${'x'.repeat(longestReason + 100)}`); // as pasted
  await expect.element(field).toHaveValue(`a ${'x'.repeat(longestReason - 3)}`);
  await expect.element(field).toHaveAccessibleDescription(/^The reason ends here/);
  await field.fill('Northern warehouses');
  await expect.element(field).toHaveAccessibleDescription('');
});
