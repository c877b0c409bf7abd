import { badRequest, ServiceError } from '@/lib/reference/http/error-body';
import { decodeName, type Field, type FieldKind, type FieldValue } from './fields';
import { filterExpression } from './filter-expression';
import type { FilterNode, Literal } from './filter-parser';

type BooleanForm = 'both' | 'quoted' | 'bare';

/** What a filter asks of one field. All conditions of a list must hold. */
export interface Condition {
  field: string;
  test: (value: FieldValue) => boolean;
  /** Set when the condition is a plain `eq` on text: the text in capitals. A hint for quick look-ups only. */
  equals: string | null;
}

/** What the compiler must know of the service. */
export interface FilterRules {
  fields: ReadonlyMap<string, Field>;
  booleans: BooleanForm;
  encodedEnums: boolean;
  /** `eq` and `ne` on text read their value as a filter expression of Business Central. */
  filterExpressions: boolean;
  /** What is sent for an English caption of an option. */
  captions: Readonly<Record<string, string>>;
}

type Test = (value: FieldValue) => boolean;

/**
 * Turns a filter tree into conditions per field. Throws ServiceError 400 for an unknown field or a literal of
 * the wrong type, 501 for an `or` across distinct fields.
 */
export function compileFilter(node: FilterNode, rules: FilterRules): Condition[] {
  if (node.kind === 'and') return [...compileFilter(node.left, rules), ...compileFilter(node.right, rules)];
  const names = new Set<string>();
  const test = compileNode(node, rules, names);
  const [field = ''] = names;
  return [{ field, test, equals: equalsOf(node, rules) }];
}

function compileNode(node: FilterNode, rules: FilterRules, names: Set<string>): Test {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const own = new Set<string>();
      const left = compileNode(node.left, rules, own);
      const right = compileNode(node.right, rules, own);
      if (own.size > 1) {
        throw new ServiceError(
          501,
          'BadRequest_MethodNotImplemented',
          "The 'OR' operator is not supported on distinct fields on an OData filter.",
        );
      }
      for (const name of own) names.add(name);
      return node.kind === 'and' ? (v) => left(v) && right(v) : (v) => left(v) || right(v);
    }
    case 'everything':
      names.add(fieldOf(node.field, rules).name);
      return () => true;
    case 'function': {
      const field = fieldOf(node.field, rules);
      names.add(field.name);
      return textFunction(field, node);
    }
    case 'comparison': {
      const field = fieldOf(node.field, rules);
      names.add(field.name);
      return comparison(field, node, rules);
    }
  }
}

function fieldOf(name: string, rules: FilterRules): Field {
  const field = rules.fields.get(name);
  if (field === undefined || field.kind === 'tag') {
    throw badRequest(`Could not find a property named '${name}' on this resource.`);
  }
  return field;
}

const isText = (kind: FieldKind): boolean => kind === 'code' || kind === 'text' || kind === 'option';

function textFunction(field: Field, node: FilterNode & { kind: 'function' }): Test {
  if (!isText(field.kind))
    throw badRequest(`The function '${node.name}' needs a text field; '${field.name}' is none.`);
  const fold = foldOf(field.kind);
  const wanted = fold(node.value);
  switch (node.name) {
    case 'contains':
      return (value) => fold(String(value)).includes(wanted);
    case 'startswith':
      return (value) => fold(String(value)).startsWith(wanted);
    case 'endswith':
      return (value) => fold(String(value)).endsWith(wanted);
  }
}

const foldOf = (kind: FieldKind): ((text: string) => string) =>
  kind === 'code' || kind === 'guid' ? (text) => text.toUpperCase() : (text) => text;

function comparison(field: Field, node: FilterNode & { kind: 'comparison' }, rules: FilterRules): Test {
  if (node.value.kind === 'null') return () => node.operator === 'ne';
  const wanted = literalValue(field, node.value, rules);
  const fold = foldOf(field.kind);
  const order = (value: FieldValue): number => {
    const own = typeof value === 'string' ? fold(value) : value;
    return own === wanted ? 0 : own < wanted ? -1 : 1;
  };
  if (rules.filterExpressions && isText(field.kind) && (node.operator === 'eq' || node.operator === 'ne')) {
    const matches = filterExpression(String(wanted));
    return (value) => matches(fold(String(value))) === (node.operator === 'eq');
  }
  switch (node.operator) {
    case 'eq':
      return (value) => order(value) === 0;
    case 'ne':
      return (value) => order(value) !== 0;
    case 'lt':
      return (value) => order(value) < 0;
    case 'le':
      return (value) => order(value) <= 0;
    case 'gt':
      return (value) => order(value) > 0;
    case 'ge':
      return (value) => order(value) >= 0;
  }
}

function literalValue(field: Field, literal: Literal, rules: FilterRules): FieldValue {
  const wrong = (): ServiceError =>
    badRequest(
      `A ${literal.kind} literal cannot be compared with the field '${field.name}' (${field.kind}).`,
    );
  switch (field.kind) {
    case 'code':
      if (literal.kind !== 'string') throw wrong();
      return literal.text.toUpperCase();
    case 'text':
      if (literal.kind !== 'string') throw wrong();
      return literal.text;
    case 'option':
      if (literal.kind !== 'string') throw wrong();
      return englishCaption(rules.encodedEnums ? decodeName(literal.text) : literal.text, rules.captions);
    case 'guid':
      if (literal.kind !== 'guid' && literal.kind !== 'string') throw wrong();
      return literal.text.toUpperCase();
    case 'integer':
    case 'decimal':
      if (literal.kind !== 'number') throw wrong();
      return Number(literal.text);
    case 'date':
      if (literal.kind !== 'date') throw wrong();
      return literal.text;
    case 'time':
      if (literal.kind !== 'time') throw wrong();
      return literal.text.slice(0, 8).padEnd(8, ':00');
    case 'boolean':
      return booleanValue(literal, rules.booleans, wrong);
    case 'tag':
      throw wrong();
  }
}

function englishCaption(text: string, captions: FilterRules['captions']): string {
  return Object.keys(captions).find((english) => captions[english] === text) ?? text;
}

function booleanValue(literal: Literal, form: BooleanForm, wrong: () => ServiceError): boolean {
  if (literal.kind === 'boolean' && form !== 'quoted') return literal.value;
  if (literal.kind === 'string' && form !== 'bare' && /^(true|false)$/i.test(literal.text)) {
    return literal.text.toLowerCase() === 'true';
  }
  throw wrong();
}

function equalsOf(node: FilterNode, rules: FilterRules): string | null {
  if (node.kind !== 'comparison' || node.operator !== 'eq' || node.value.kind !== 'string') return null;
  if (rules.filterExpressions) return null;
  return rules.fields.get(node.field)?.kind === 'code' ? node.value.text.toUpperCase() : null;
}
