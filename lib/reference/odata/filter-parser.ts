import { badRequest, ServiceError } from '@/lib/reference/http/error-body';

/** One piece of a `$filter` text. */
interface Token {
  kind: 'name' | 'string' | 'number' | 'date' | 'time' | 'guid' | '(' | ')' | ',' | 'end';
  text: string;
  /** Offset in the text, for the error sentence. */
  at: number;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['guid', /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z-])/iy],
  ['date', /\d{4}-\d{2}-\d{2}(?![0-9a-z:-])/iy],
  ['time', /\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(?![0-9a-z:])/iy],
  ['number', /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![0-9a-z_.])/iy],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['(', /\(/y],
  [')', /\)/y],
  [',', /,/y],
];

function readString(text: string, start: number): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf("'", at);
    if (quote < 0)
      throw badRequest(`There is an unterminated string literal at position ${start} in '${text}'.`);
    value += text.slice(at, quote);
    if (text[quote + 1] !== "'") return { value, end: quote + 1 };
    value += "'";
    at = quote + 2;
  }
}

/** Cuts a `$filter` text into tokens, with an `end` token last. Throws ServiceError 400 at what fits nowhere. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
    } else if (text[at] === "'") {
      const { value, end } = readString(text, at);
      tokens.push({ kind: 'string', text: value, at });
      at = end;
    } else {
      const token = matchAt(text, at);
      tokens.push(token);
      at += token.text.length;
    }
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

function matchAt(text: string, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return { kind, text: found[0], at };
  }
  throw badRequest(`Syntax error at position ${at} in '${text}'.`);
}

type ComparisonOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
type TextFunction = 'startswith' | 'endswith' | 'contains';

/** A literal of a filter; text, number, date, time and guid literals keep their text. */
export type Literal =
  | { kind: 'string' | 'number' | 'date' | 'time' | 'guid'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' };

/** The tree of a `$filter`. `everything` stands for an `in`, which the service silently ignores. */
export type FilterNode =
  | { kind: 'comparison'; field: string; operator: ComparisonOperator; value: Literal }
  | { kind: 'function'; field: string; name: TextFunction; value: string }
  | { kind: 'everything'; field: string }
  | { kind: 'and' | 'or'; left: FilterNode; right: FilterNode };

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);
const FUNCTIONS: ReadonlySet<string> = new Set(['startswith', 'endswith', 'contains']);
const MOST_DEPTH = 100;

const isOperator = (text: string): text is ComparisonOperator => OPERATORS.has(text);
const isFunction = (text: string): text is TextFunction => FUNCTIONS.has(text);

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: Token[];

  constructor(private readonly text: string) {
    this.tokens = tokenize(text);
  }

  parse(): FilterNode {
    const node = this.parseOr();
    if (this.peek().kind !== 'end') throw this.syntax();
    return node;
  }

  private parseOr(): FilterNode {
    let node = this.parseAnd();
    while (this.takeWord('or')) node = { kind: 'or', left: node, right: this.parseAnd() };
    return node;
  }

  private parseAnd(): FilterNode {
    let node = this.parseTerm();
    while (this.takeWord('and')) node = { kind: 'and', left: node, right: this.parseTerm() };
    return node;
  }

  private parseTerm(): FilterNode {
    if (this.peek().kind === '(') {
      this.depth += 1;
      if (this.depth > MOST_DEPTH) throw badRequest('The filter is nested too deeply.');
      this.take('(');
      const node = this.parseOr();
      this.take(')');
      this.depth -= 1;
      return node;
    }
    const name = this.take('name').text;
    if (this.peek().kind === '(') return this.parseCall(name);
    if (name === 'not') throw this.unsupported(`The 'not' operator is not supported on an OData filter.`);
    return this.parseComparison(name);
  }

  private parseCall(name: string): FilterNode {
    if (name === 'not') throw this.unsupported(`The 'not' operator is not supported on an OData filter.`);
    if (!isFunction(name))
      throw this.unsupported(`The function '${name}' is not supported on an OData filter.`);
    this.take('(');
    const field = this.take('name').text;
    if (this.peek().kind === '(')
      throw this.unsupported('Nested functions are not supported on an OData filter.');
    this.take(',');
    const value = this.take('string').text;
    this.take(')');
    return { kind: 'function', field, name, value };
  }

  private parseComparison(field: string): FilterNode {
    const operator = this.take('name').text;
    if (operator === 'in') return this.skipList(field);
    if (!isOperator(operator)) throw this.syntax();
    return { kind: 'comparison', field, operator, value: this.parseLiteral() };
  }

  private skipList(field: string): FilterNode {
    this.take('(');
    do this.parseLiteral();
    while (this.takeKind(','));
    this.take(')');
    return { kind: 'everything', field };
  }

  private parseLiteral(): Literal {
    const token = this.next();
    switch (token.kind) {
      case 'string':
      case 'number':
      case 'date':
      case 'time':
      case 'guid':
        return { kind: token.kind, text: token.text };
      case 'name':
        if (token.text === 'true' || token.text === 'false')
          return { kind: 'boolean', value: token.text === 'true' };
        if (token.text === 'null') return { kind: 'null' };
        throw this.syntax(token);
      default:
        throw this.syntax(token);
    }
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', at: this.text.length };
  }

  private next(): Token {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  private take(kind: Token['kind']): Token {
    if (this.peek().kind !== kind) throw this.syntax();
    return this.next();
  }

  private takeKind(kind: Token['kind']): boolean {
    if (this.peek().kind !== kind) return false;
    this.at += 1;
    return true;
  }

  private takeWord(word: string): boolean {
    const token = this.peek();
    if (token.kind !== 'name' || token.text !== word) return false;
    this.at += 1;
    return true;
  }

  private syntax(token: Token = this.peek()): ServiceError {
    return badRequest(`Syntax error at position ${token.at} in '${this.text}'.`);
  }

  private unsupported(sentence: string): ServiceError {
    return new ServiceError(501, 'BadRequest_MethodNotImplemented', sentence);
  }
}

/**
 * Parses a `$filter`: eq ne lt le gt ge, startswith endswith contains, and, or, parentheses.
 * Throws ServiceError 400 for bad syntax, 501 for what the service does not implement.
 */
export function parseFilter(text: string): FilterNode {
  return new Parser(text).parse();
}
