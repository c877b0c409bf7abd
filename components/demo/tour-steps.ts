export interface TourStep {
  title: string;
  words: string;
  page: { path: string; search: string };
  find: (content: HTMLElement) => Element | null;
}

const card = (title: string) => (content: HTMLElement) =>
  [...content.querySelectorAll('h2')].find(({ textContent }) => textContent === title)?.closest('section') ??
  null;

const overview = { path: '/', search: '' };

export const tourSteps: readonly TourStep[] = [
  {
    title: 'How things stand',
    words:
      'These figures count what the service itself says, read a moment ago. Each leads to the page that shows exactly that.',
    page: overview,
    find: (content) => content.querySelector('ul'),
  },
  {
    title: 'Who may use what',
    words:
      'Record types down, groups of entities across: how much of each is open. Press a field to see its records, or a group to unfold it.',
    page: overview,
    find: card('Who may use what'),
  },
  {
    title: 'What needs your attention',
    words:
      'Lines that cannot be posted, changes that were refused, what nobody may use. Worst first, each with the way to it.',
    page: overview,
    find: card('Needs attention'),
  },
  {
    title: 'Proof',
    words:
      'Every change is an entry in a log that cannot be edited unnoticed. Verify checks all of it; the evidence can be checked without this console.',
    page: overview,
    find: card('Proof'),
  },
  {
    title: 'One switch',
    words:
      'Whether an entity may use a record. A press is sent, read back from the service, and only then called done. H shows who changed it and when.',
    page: { path: '/access', search: '?type=Customer' },
    // With folded record types the page has no switch, only shares.
    find: (content) => content.querySelector('[role="switch"]') ?? content.querySelector('[role="gridcell"]'),
  },
];
