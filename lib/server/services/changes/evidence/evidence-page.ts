import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { hiddenCharacters } from '@/lib/contract/hidden-characters';
import { plural } from '@/lib/domain/counted';
import { CellCounter } from '@/lib/domain/changes/change-summary';
import { setTitle } from '@/lib/domain/changes/change-words';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';
import type { About } from './about';
import { valueWord, type AttemptRow, type EvidenceRow } from './attempts';
import { outsideInWords, outsideLabel, reviewInWords, type OutsideRow } from './outside-row';

/** The page of evidence for people: whole in itself, without scripts, made for A4 paper. */
export function* evidencePage(about: About, summary: Summary): Generator<string> {
  const { checkpoint } = about.signed;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(about.title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(about.title)}</h1>
<dl>
${term('Exported', `${spelt(about.at)} by ${about.by.name}`)}
${term('Covers', about.covers)}
${summary.begun ? begunTerms(summary.begun, summary.title()) : ''}
${about.undone === null ? '' : term('Undone', about.undone)}
${about.notes.map((note) => term('Note', note)).join('\n')}
${term('Log', `${checkpoint.ledger}, up to entry ${String(checkpoint.seq)}`)}
${term('Signed', `${spelt(checkpoint.at)} by the key with the fingerprint`)}
<dd class="code">${escaped(checkpoint.key.replace(/.{8}(?=.)/g, '$& '))}</dd>
</dl>
`;
  yield counts('Attempts by outcome', summary.byOutcome, summary.attempts, []);
  const cells = summary.cells();
  if (cells)
    yield counts('Cells of the set by their last attempt', cells.byOutcome, cells.total, [
      ['Not tried yet', cells.untouched],
    ]);
  if (summary.outside > 0)
    yield `<h2>${outsideLabel}</h2>
<p>${String(summary.outside)} ${plural(summary.outside, 'assignment', 'assignments')}. Comparing two reads of the service showed it, so nobody is named; the time in the list is when it was noticed.</p>
`;
  if (summary.reviews.length > 0) yield reviewsPart(summary);
  yield `<h2>Changes</h2>
<p>${escaped(listedWords(summary))} Values are those the console read from the service. Times are UTC.</p>
<table class="rows">
<thead><tr><th>Time</th><th>Person</th><th>Record</th><th>Entity</th><th>Before</th><th>After</th><th>Outcome</th><th>Entry</th></tr></thead>
<tbody>
`;
  for (const row of summary.rows)
    yield row.outcome === 'outside' ? outsideRowOf(row) : attemptRowOf(row, summary.begun === null);
  yield `</tbody>
</table>
<h2>How to check this</h2>
<p>With Node.js 18 or newer, in the folder of this file: <code>node verify-log.mjs .</code> It needs no network and no console. Compare the fingerprint above with the one you were given by other means. README.txt says more.</p>
</body>
</html>
`;
}

const style = `@page{size:A4;margin:16mm}body{font:11pt/1.4 system-ui,sans-serif;max-width:180mm;margin:2em auto;padding:0 1em;color:#111;background:#fff}h1{font-size:17pt}h2{font-size:13pt;margin-top:1.6em}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}dd.code{grid-column:2;font-family:monospace}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.2em .5em .2em 0;border-bottom:1px solid #999;overflow-wrap:break-word}th{white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}tr.sum{font-weight:600}thead{display:table-header-group}tr{break-inside:avoid}.rows{font-size:9pt}small{color:#444}@media print{body{margin:0;padding:0;max-width:none}}`;

function reviewsPart({ reviews, moreReviews }: Summary): string {
  const more = moreReviews === 0 ? '' : `\n<li>and ${String(moreReviews)} more; chain.jsonl has all</li>`;
  return `<h2>Reviewed and accepted</h2>
<ul>
${reviews.map((words) => `<li>${escaped(words)}</li>`).join('\n')}${more}
</ul>
`;
}

function begunTerms(
  { actor, at, reason, total, connection, source, undoOf }: NonNullable<Summary['begun']>,
  title: string | null,
): string {
  return [
    ...(title === null ? [] : [term('What', title)]),
    term(
      'Change set',
      `${String(total)} cells, begun ${spelt(at)} by ${actor.name}, connection ${connection}`,
    ),
    term('Reason', reason === '' ? 'none was given' : reason),
    ...(source
      ? [
          `<dt>From the file</dt><dd><bdi>${escaped(source.file)}</bdi> (SHA-256 ${escaped(source.sha256)})</dd>`,
        ]
      : []),
    ...(undoOf === undefined ? [] : [term('Undoes', undoOf)]),
  ].join('\n');
}

function term(name: string, text: string): string {
  return `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`;
}

function counts(
  title: string,
  byOutcome: Summary['byOutcome'],
  total: number,
  more: readonly [string, number][],
): string {
  const lines = Object.entries(byOutcome).map(([outcome, count]) => {
    const { label, meaning } = outcomeMeanings[outcome as keyof typeof byOutcome]; // its own keys
    return countRow(`${label}<br><small>${meaning}</small>`, count);
  });
  for (const [words, count] of more) lines.push(countRow(escaped(words), count));
  return `<h2>${escaped(title)}</h2>
<table>
${lines.join('\n')}
<tr class="sum"><td>Total</td><td class="n">${String(total)}</td></tr>
</table>
`;
}

function countRow(words: string, count: number): string {
  return `<tr><td>${words}</td><td class="n">${String(count)}</td></tr>`;
}

function listedWords({ attempts, outsideRows, rows }: Summary): string {
  const all = attempts + outsideRows;
  const tried = attempts === 0 ? 'No change was tried. ' : '';
  if (all === 0) return tried.trim();
  const what =
    outsideRows === 0
      ? 'attempts'
      : attempts === 0
        ? 'changes made outside'
        : 'attempts and changes made outside';
  return rows.length === all
    ? `${tried}All ${String(all)} ${what} are listed.`
    : `${tried}The first ${String(rows.length)} of ${String(all)} ${what} are listed; changes.csv has all.`;
}

/** @param hasReason whether the reason is told in each row; of one set it stands above. */
function attemptRowOf(row: AttemptRow, hasReason: boolean): string {
  const { who, recordType, recordId, entityId, before, after, wanted, outcome, detail, reason } = row;
  const values = after === undefined ? `wanted: ${valueWord(wanted)}` : valueWord(after);
  const remarks = [detail, !hasReason || reason === '' ? '' : `Reason: ${reason}`]
    .filter((text) => text !== '')
    .join(' ');
  const cells = [who.name, `${recordType} ${recordId}`, entityId, valueWord(before), values];
  return tableRow(row, cells, outcomeMeanings[outcome].label, remarks);
}

function outsideRowOf(row: OutsideRow): string {
  const { recordType, recordId = '', entityId = '', before, after } = row;
  const record = recordType === undefined ? '' : `${recordType} ${recordId}`;
  const cells = ['', record, entityId, valueWord(before), valueWord(after)];
  return tableRow(row, cells, outsideLabel, outsideInWords(row));
}

function tableRow({ at, seq }: EvidenceRow, cells: string[], label: string, remarks: string): string {
  const tds = [at.slice(0, 19).replace('T', ' '), ...cells].map((text) => `<td>${escaped(text)}</td>`);
  const remark = remarks === '' ? '' : `<br><small>${escaped(remarks)}</small>`;
  return `<tr>${tds.join('')}<td>${label}${remark}</td><td class="n">${String(seq)}</td></tr>\n`;
}

/** "2026-11-22 04:02:06 UTC" */
function spelt(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for a page, whatever is in it; characters that nobody sees show that they are there. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
    .replace(hiddenCharacters, '\ufffd');
}

/** Rows that the page lists; every one is in `changes.csv`. */
const mostListed = 2_000;
const mostReviews = 200;

type Outcome = AttemptRow['outcome'];

/** What the page says of the changes: numbers that add up, and the first rows. */
export class Summary {
  readonly byOutcome: Record<Outcome, number> = {
    applied: 0,
    already: 0,
    conflict: 0,
    rejected: 0,
    cancelled: 0,
    unknown: 0,
  };
  readonly rows: EvidenceRow[] = [];
  attempts = 0;
  /** Rows of what was changed outside, and how many assignments they are about. */
  outsideRows = 0;
  outside = 0;
  /** How the one set began that this is about. */
  begun: Extract<LedgerEntry, { kind: 'set.created' }> | null = null;
  /** Who reviewed what was changed outside, or accepted a shorter list, in words; the first, and how many more. */
  readonly reviews: string[] = [];
  moreReviews = 0;
  #lastReview = 0;
  readonly #isOfSet: boolean;
  /** Last outcome of each cell of that set. */
  readonly #cells = new Map<number, Outcome>();
  readonly #counter = new CellCounter();

  constructor(isOfSet: boolean) {
    this.#isOfSet = isOfSet;
  }

  /** Keeps how the one set began, and who reviewed what was changed outside or accepted a shorter list; called with every entry that is shown. */
  noteEntry(entry: LedgerEntry): void {
    if (this.#isOfSet && entry.kind === 'set.created') this.begun = entry;
    const review = reviewInWords(entry);
    if (review === null || entry.seq <= this.#lastReview) return; // entries are read once for each file of rows
    this.#lastReview = entry.seq;
    if (this.reviews.length < mostReviews) this.reviews.push(review);
    else this.moreReviews++;
  }

  add(row: EvidenceRow): void {
    if (this.rows.length < mostListed) this.rows.push(row);
    if (row.outcome === 'outside') {
      this.outsideRows++;
      this.outside += row.count ?? 1;
      return;
    }
    this.attempts++;
    this.byOutcome[row.outcome]++;
    if (!this.#isOfSet) return;
    if (!this.#cells.has(row.position)) this.#counter.add({ ...row, accessible: row.wanted });
    this.#cells.set(row.position, row.outcome);
  }

  /** What the one set did, by its cells that were tried: the log has no others; null where none was. */
  title(): string | null {
    const cells = this.cells();
    if (!this.begun || !cells || this.#cells.size === 0) return null;
    const counts = { ...cells.byOutcome, total: cells.total, pending: cells.untouched };
    return setTitle({
      summary: this.#counter.summary(),
      state: cells.untouched > 0 ? 'running' : 'done',
      counts,
      undoOf: this.begun.undoOf ?? null,
      source: null, // it stands in a line of its own
    });
  }

  /** Of one set: its cells by what became of each last; together with those without any attempt yet they are all. */
  cells(): { total: number; byOutcome: Record<Outcome, number>; untouched: number } | null {
    if (!this.begun) return null;
    const byOutcome = { applied: 0, already: 0, conflict: 0, rejected: 0, cancelled: 0, unknown: 0 };
    for (const outcome of this.#cells.values()) byOutcome[outcome]++;
    const { total } = this.begun;
    return { total, byOutcome, untouched: total - this.#cells.size };
  }
}
