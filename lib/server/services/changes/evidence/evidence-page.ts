import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { hiddenCharacters } from '@/lib/contract/hidden-characters';
import { plural } from '@/lib/domain/counted';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';
import { stepOfSetInWords } from '@/lib/domain/changes/step-words';
import { acceptedInWords } from '@/lib/domain/changes/waiting-outside';
import { outsideMeaning, type About } from './about';
import { detailOf, valueWord, type EvidenceRow } from './rows';

/** The page lists so many rows; `changes.csv` has all. */
const mostListed = 2_000;
const mostReviews = 200;
const mostSteps = 200;

const meanings = { ...outcomeMeanings, outside: outsideMeaning };

export class Summary {
  readonly #counts = new Map<EvidenceRow['outcome'], number>();
  readonly #listed: EvidenceRow[] = [];
  readonly #reviews: string[] = [];
  readonly #steps: string[] = [];
  /** Of one set: the outcome of the last attempt at each of its cells, by position. */
  readonly #cells = new Map<number, EvidenceRow['outcome']>();
  #rows = 0;
  #begun: Extract<LedgerEntry, { kind: 'set.created' }> | null = null;

  noteEntry(entry: LedgerEntry, isOfSet: boolean): void {
    if (isOfSet && entry.kind === 'set.created') this.#begun = entry;
    if (isOfSet && entry.kind === 'set.state') {
      const { at, actor = null, seq, state, why } = entry;
      this.#steps.push(
        `${spelt(at)} ${stepOfSetInWords({ person: actor, why }, state)} (entry ${String(seq)})`,
      );
    }
    const review = reviewInWords(entry);
    if (review !== null) this.#reviews.push(review);
  }

  addRow(row: EvidenceRow): void {
    this.#rows++;
    if (this.#listed.length < mostListed) this.#listed.push(row);
    if (row.outcome !== 'outside' && this.#begun !== null) this.#cells.set(row.position, row.outcome);
    const count = row.outcome === 'outside' ? (row.count ?? 1) : 1;
    this.#counts.set(row.outcome, (this.#counts.get(row.outcome) ?? 0) + count);
  }

  /** The page for people: self-contained, without scripts, for A4 paper. */
  *page(about: About): Generator<string> {
    yield head(about, this.#begunTerms());
    yield* this.#numbers();
    if (this.#steps.length > 0) yield listOf('History', this.#steps, mostSteps);
    if (this.#reviews.length > 0) yield listOf('Reviewed and accepted', this.#reviews, mostReviews);
    const [all, listed] = [String(this.#rows), String(this.#listed.length)];
    yield `<h2>Changes</h2>
<p>${listed === all ? `All ${all} rows are listed.` : `The first ${listed} of ${all} rows are listed; changes.csv has all.`} ${attemptWords} Values are those the console read from the service. Times are UTC.</p>
<table class="rows">
<thead><tr><th>Time</th><th>Person</th><th>Record</th><th>Entity</th><th>Before</th><th>After</th><th>Outcome</th><th>Entry</th></tr></thead>
<tbody>
`;
    for (const row of this.#listed) yield tableRow(row, this.#begun === null);
    yield `</tbody>
</table>
<p>How to check this: with Node.js 18 or newer, in the folder of this file, <code>node verify-log.mjs .</code> README.txt says more.</p>
</body>
</html>
`;
  }

  #begunTerms(): string {
    if (!this.#begun) return '';
    const { actor, at, reason, total, connection, source, undoOf } = this.#begun;
    const set = `${String(total)} ${plural(total, 'cell', 'cells')}, begun ${spelt(at)} by ${actor.name}, connection ${connection}`;
    const file = source && `${source.file} (SHA-256 ${source.sha256})`;
    return (
      term('Change set', set) +
      term('Reason', reason === '' ? 'none was given' : reason) +
      term('From the file', file) +
      term('Undo of', undoOf)
    );
  }

  /** How often each outcome came: of one set by its cells and by attempts, else by attempts alone. */
  *#numbers(): Generator<string> {
    const ofCells = new Map<string, number>();
    for (const outcome of this.#cells.values()) ofCells.set(outcome, (ofCells.get(outcome) ?? 0) + 1);
    const waiting = this.#begun === null ? 0 : this.#begun.total - this.#cells.size;
    if (waiting > 0) ofCells.set('pending', waiting);
    const hasCells = this.#begun !== null;
    const row = (words: string, cells: number, attempts: number) =>
      `<tr><td>${words}</td>${hasCells ? countCell(cells) : ''}${countCell(attempts)}</tr>\n`;
    const sum = (counts: ReadonlyMap<string, number>) =>
      [...counts.values()].reduce((all, count) => all + count, 0);
    yield '<h2>Numbers</h2>\n';
    if (hasCells)
      yield `<p>${attemptWords} A cell counts by its last attempt, as on the page of the change set.</p>\n`;
    yield `<table>\n<thead><tr><th>Outcome</th>${hasCells ? '<th class="n">Cells</th>' : ''}<th class="n">Attempts</th></tr></thead>\n`;
    for (const [outcome, { label, meaning }] of Object.entries(meanings)) {
      const [cells, attempts] = [ofCells, this.#counts as ReadonlyMap<string, number>].map(
        (of) => of.get(outcome) ?? 0,
      );
      if (outcome !== 'pending' || waiting > 0)
        yield row(`${label}<br><small>${meaning}</small>`, cells ?? 0, attempts ?? 0);
    }
    yield row('Total', sum(ofCells), sum(this.#counts));
    yield '</table>\n';
  }
}

const attemptWords = 'A row is one attempt: a cell that was tried again has a row for each attempt.';

const style = `@page{size:A4;margin:16mm}body{font:11pt/1.4 system-ui,sans-serif;max-width:180mm;margin:2em auto;padding:0 1em;color:#111;background:#fff}h1{font-size:17pt}h2{font-size:13pt;margin-top:1.6em}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.2em .5em .2em 0;border-bottom:1px solid #999;overflow-wrap:break-word}th{white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}thead{display:table-header-group}tr{break-inside:avoid}.rows{font-size:9pt}small{color:#444}@media print{body{margin:0;padding:0;max-width:none}}`;

function head({ title, at, by, covers, undone, notes, signed }: About, begun: string): string {
  const { ledger, seq, at: signedAt, key } = signed.checkpoint;
  const spaced = key.replace(/.{8}(?=.)/g, '$& ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<dl>
${term('Exported', `${spelt(at)} by ${by.name}`)}${term('Covers', covers)}${begun}${term('Undone', undone)}${notes.map((note) => term('Note', note)).join('')}${term('Log', `${ledger}, up to entry ${String(seq)}`)}${term('Signed', `${spelt(signedAt)} by the key with the fingerprint ${spaced}. Compare it with the one you were given by other means.`)}</dl>
`;
}

function term(name: string, text: string | null | undefined): string {
  return text === null || text === undefined ? '' : `<dt>${name}</dt><dd><bdi>${escaped(text)}</bdi></dd>\n`;
}

function countCell(count: number): string {
  return `<td class="n">${String(count)}</td>`;
}

function listOf(title: string, all: readonly string[], most: number): string {
  const more = all.length - most;
  const words = more > 0 ? [...all.slice(0, most), `and ${String(more)} more; chain.jsonl has all`] : all;
  return `<h2>${title}</h2>\n<ul>\n${words.map((one) => `<li>${escaped(one)}</li>\n`).join('')}</ul>\n`;
}

/** @param hasReason whether to show the reason in the row; evidence of one set shows it at the top. */
function tableRow(row: EvidenceRow, hasReason: boolean): string {
  const { at, seq, recordType = '', recordId = '', entityId = '', before, after, outcome } = row;
  const isAttempt = row.outcome !== 'outside';
  const value = isAttempt && after === undefined ? `wanted: ${valueWord(row.wanted)}` : valueWord(after);
  const cells = [
    at.slice(0, 19).replace('T', ' '),
    isAttempt ? row.who.name : '',
    `${recordType} ${recordId}`,
    entityId,
    valueWord(before),
    value,
  ];
  const reason = isAttempt && hasReason && row.reason !== '' ? ` Reason: ${row.reason}` : '';
  const remark = `<br><small>${escaped(detailOf(row) + reason)}</small>`;
  return `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}<td>${meanings[outcome].label}${remark}</td><td class="n">${String(seq)}</td></tr>\n`;
}

function reviewInWords(entry: LedgerEntry): string | null {
  const number = `(entry ${String(entry.seq)})`;
  if (entry.kind === 'access.accepted') {
    const words = acceptedInWords({ ...entry, by: entry.actor.name }, String);
    return `${entry.at} ${words}, of connection ${entry.connection} ${number}. ${entry.detail}`;
  }
  if (entry.kind !== 'outside.reviewed') return null;
  const { at, actor, connection, last, count } = entry;
  const what = `${String(count)} ${plural(count, 'assignment', 'assignments')}`;
  return `${at} ${actor.name} reviewed what was changed outside up to entry ${String(last)}: ${what} of connection ${connection} ${number}.`;
}

function spelt(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes HTML, and makes invisible characters visible. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
    .replace(hiddenCharacters, '\ufffd');
}
