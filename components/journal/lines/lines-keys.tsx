'use client';

import { useState } from 'react';
import { usePageKeys } from '@/components/ui/keys/use-page-keys';
import { KeyDialog, type KeyGroup } from '@/components/ui/overlays/key-dialog';

const keys: readonly KeyGroup[] = [
  {
    title: 'Move',
    rows: [
      ['Arrows', 'to the next cell; from the first line up to the heads'],
      ['Home or End', 'to the first or last column'],
      ['Page Up or Page Down', 'by a screen of lines; at the end of the page to the next one'],
      ['Ctrl + Home or Ctrl + End', 'to the first or last cell of the page'],
      ['Space or Enter', 'opens the line with all its fields'],
      ['/', 'to the search'],
      ['?', 'shows this'],
      ['Ctrl + K', 'to any page, search or command'],
      ['Ctrl + P', 'prints the lines of the page'],
    ],
  },
  {
    title: 'Select and copy',
    rows: [
      ['Shift with any key that moves', 'extends the selection'],
      ['Shift + Space', 'whole lines'],
      ['Ctrl + Space', 'whole columns'],
      ['Ctrl + A', 'all cells of the page'],
      ['Escape', 'clears the selection; closes the line'],
      ['Ctrl + C', 'copies'],
      ['Ctrl + Shift + C', 'copies with the heads'],
    ],
  },
  {
    title: 'On the head of a column',
    rows: [
      ['Space or Enter', 'sorts; with Shift by a further column'],
      ['Alt + ↓', 'filter, sort and arrange'],
      ['Shift + ← or Shift + →', 'moves the column'],
      ['Alt + ← or Alt + →', 'makes it narrower or wider'],
    ],
  },
];

export function LinesKeys() {
  const [isHelping, setHelping] = useState(false);
  usePageKeys((key) => {
    if (key === '?') setHelping(true);
    return key === '?';
  });
  return (
    <KeyDialog isOpen={isHelping} onClose={() => setHelping(false)} groups={keys} place="the grid">
      With the mouse: press a head to sort, drag it to move the column, drag its edge to make it wider. Drag
      over cells to select them, double-click one to open its line. By touch: tap a cell to open its line,
      rest on it to select it.
    </KeyDialog>
  );
}
