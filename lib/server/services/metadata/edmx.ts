import 'server-only';
import { XMLParser } from 'fast-xml-parser';
import { ConsoleError } from '@/lib/server/console-error';
import type { DeclaredSet } from '@/lib/domain/metadata/declared';
import { element, readSets } from './edmx-model';

/** Largest document that is parsed, in characters; the parser holds the process up while it works. */
const longestDocument = 2_000_000;

/** Most tags of a document that is parsed; the whole standard API of the service has a tenth of it. */
const mostTags = 50_000;

/** Deepest nesting that is followed; EDMX needs about ten. */
const deepest = 40;

const lists = new Set([
  'Schema',
  'EntityType',
  'EntityContainer',
  'EntitySet',
  'Property',
  'PropertyRef',
  'Key',
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributesGroupName: 'attributes',
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: deepest,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && lists.has(name),
});

/**
 * Entity sets and their fields from an EDMX document (OData 4.0, CSDL XML). Document type declarations are refused and
 * entities stay unexpanded, so the document cannot make the console read files or fill its memory.
 * @throws ConsoleError `service-malformed` that says what is wrong with the document.
 */
export function parseEdmx(text: string): DeclaredSet[] {
  if (text.length > longestDocument) {
    throw unusable(`it is longer than ${longestDocument.toLocaleString('en')} characters`);
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw unusable('it carries a document type declaration, which a metadata document never needs');
  }
  if (hasMoreTags(text)) throw unusable(`it has more than ${mostTags.toLocaleString('en')} tags`);
  let document: unknown;
  try {
    document = parser.parse(text, true);
  } catch (error) {
    throw unusable('it is not well-formed XML', error);
  }
  const services = element(element(element(document)?.['Edmx'])?.['DataServices']);
  if (services === undefined) throw unusable('it is not an OData metadata document');
  const sets = readSets(services);
  if (sets === null) throw unusable('its entity sets have too many fields');
  if (sets.length === 0) throw unusable('it names no entity set');
  return sets;
}

function hasMoreTags(text: string): boolean {
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > mostTags) return true;
  }
  return false;
}

function unusable(why: string, cause?: unknown): ConsoleError {
  return new ConsoleError(
    'service-malformed',
    `The service’s metadata document cannot be used: ${why}. The other pages work without it.`,
    { cause },
  );
}
