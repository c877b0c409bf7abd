import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { hiddenCharacters } from '@/lib/contract/hidden-characters';
import { plural } from '@/lib/domain/counted';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';
import { acceptedInWords } from '@/lib/domain/changes/waiting-outside';
import { outsideMeaning, type About } from './about';
import { detailOf, valueWord, type EvidenceRow } from './rows';

/** The page lists so many rows; `changes.csv` has all. */
const mostListed = 2_000;
const mostReviews = 200;

const meanings = { ...outcomeMeanings, outside: outsideMeaning };

export class Summary {
  readonly #counts = new Map<EvidenceRow['outcome'], number>();
  readonly #listed: EvidenceRow[] = [];
  readonly #reviews: string[] = [];
  #rows = 0;
  #begun: Extract<LedgerEntry, { kind: 'set.created' }> | null = null;

  noteEntry(entry: LedgerEntry, isOfSet: boolean): void {
    if (isOfSet && entry.kind === 'set.created') this.#begun = entry;
    const review = reviewInWords(entry);
    if (review !== null) this.#reviews.push(review);
  }

  addRow(row: EvidenceRow): void {
    this.#rows++;
    if (this.#listed.length < mostListed) this.#listed.push(row);
    const count = row.outcome === 'outside' ? (row.count ?? 1) : 1;
    this.#counts.set(row.outcome, (this.#counts.get(row.outcome) ?? 0) + count);
  }

  /** The page for people: self-contained, without scripts, for A4 paper. */
  *page(about: About): Generator<string> {
    yield head(about, this.#begunTerms());
    yield '<h2>Numbers</h2>\n<table>\n';
    for (const [outcome, { label, meaning }] of Object.entries(meanings)) {
      const count = this.#counts.get(outcome as EvidenceRow['outcome']) ?? 0; // its own keys
      if (outcome !== 'pending') yield countRow(`${label}<br><small>${meaning}</small>`, count);
    }
    yield countRow(
      'Total',
      [...this.#counts.values()].reduce((sum, count) => sum + count, 0),
    );
    yield '</table>\n';
    if (this.#reviews.length > 0) yield this.#reviewed();
    const [all, listed] = [String(this.#rows), String(this.#listed.length)];
    yield `<h2>Changes</h2>
<p>${listed === all ? `All ${all} rows are listed.` : `The first ${listed} of ${all} rows are listed; changes.csv has all.`} Values are those the console read from the service. Times are UTC.</p>
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
      term('Undoes', undoOf)
    );
  }

  #reviewed(): string {
    const more = this.#reviews.length - mostReviews;
    const words = this.#reviews.slice(0, mostReviews);
    if (more > 0) words.push(`and ${String(more)} more; chain.jsonl has all`);
    return `<h2>Reviewed and accepted</h2>\n<ul>\n${words.map((one) => `<li>${escaped(one)}</li>\n`).join('')}</ul>\n`;
  }
}

const style = `@page{size:A4;margin:16mm}body{font:11pt/1.4 system-ui,sans-serif;max-width:180mm;margin:2em auto;padding:0 1em;color:#111;background:#fff}h1{font-size:17pt}h2{font-size:13pt;margin-top:1.6em}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.2em .5em .2em 0;border-bottom:1px solid #999;overflow-wrap:break-word}th{white-space:nowrap}td.n{text-align:right;font-variant-numeric:tabular-nums}thead{display:table-header-group}tr{break-inside:avoid}.rows{font-size:9pt}small{color:#444}@media print{body{margin:0;padding:0;max-width:none}}`;

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

function countRow(words: string, count: number): string {
  return `<tr><td>${words}</td><td class="n">${String(count)}</td></tr>\n`;
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
