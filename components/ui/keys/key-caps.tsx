import { Fragment } from 'react';

const key =
  /(Page Up|Page Down|Arrow (?:down|up|left|right)|Arrows|Ctrl|Alt|Shift|Space|Enter|Escape|Esc|Home|End|[←↑→↓↵]|(?<![\w/])[A-Z](?!\w)|[/?])/;

/** Words about keys, "Ctrl + Home or Ctrl + End", with key caps. */
export function KeyCaps({ children }: { children: string }) {
  return children
    .split(key)
    .map((part, at) =>
      at % 2 === 1 ? <kbd key={at}>{part}</kbd> : <Fragment key={at}>{part === ' + ' ? ' ' : part}</Fragment>,
    );
}
