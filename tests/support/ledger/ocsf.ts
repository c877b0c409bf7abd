import { classes, objects } from './ocsf-attributes';

/** What the schema forbids in an event: attributes it does not know, misses, or gives another type or number. */
export function faultsOfEvent(event: object): string[] {
  const uid = 'class_uid' in event ? String(event.class_uid) : '';
  const part = classes[uid];
  if (!part) return [`class_uid is ${uid}`];
  const { class_uid, activity_id, type_uid } = event as Record<string, unknown>;
  const faults = faultsOf(event, part, '');
  if (type_uid !== Number(class_uid) * 100 + Number(activity_id)) faults.push('type_uid does not fit');
  return faults;
}

function faultsOf(value: object, { attributes, oneOf }: (typeof classes)[string], place: string): string[] {
  const known = new Map(attributes.split(' ').map((text) => [text.split(/[!:]/)[0] ?? '', text]));
  const given = new Map(Object.entries(value));
  const faults = [...given.keys()]
    .filter((name) => !known.has(name))
    .map((name) => `${place}${name}: unknown`);
  for (const [name, text] of known) {
    const found = /^\w+(!?):([\w?]+)((?:\[\])?)(?:=([\d,]+))?$/.exec(text);
    if (!found) throw new Error(`The schema cannot be read: ${text}`);
    const [, required, type = '', list, numbers] = found;
    const one: unknown = given.get(name);
    if (one === undefined) {
      if (required === '!') faults.push(`${place}${name}: missing`);
      continue;
    }
    if (list === '[]' && !Array.isArray(one)) faults.push(`${place}${name}: no list`);
    if (numbers !== undefined && !numbers.split(',').includes(JSON.stringify(one)))
      faults.push(`${place}${name}: ${JSON.stringify(one)}`);
    for (const item of list === '[]' && Array.isArray(one) ? one : [one])
      faults.push(...faultsOfValue(item, type, `${place}${name}`));
  }
  if (oneOf !== undefined && !oneOf.split(' ').some((name) => given.has(name)))
    faults.push(`${place}: none of ${oneOf}`);
  return faults;
}

function faultsOfValue(value: unknown, type: string, place: string): string[] {
  if (type === 'json') return [];
  if (type === 'integer') return Number.isSafeInteger(value) ? [] : [`${place}: no whole number`];
  if (['string', 'boolean', 'number'].includes(type))
    return typeof value === type ? [] : [`${place}: no ${type}`];
  const part = objects[type];
  if (!part || typeof value !== 'object' || value === null) return [`${place}: no ${type}`];
  return faultsOf(value, part, `${place}.`);
}
