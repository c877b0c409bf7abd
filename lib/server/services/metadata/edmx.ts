import 'server-only';
import { XMLParser } from 'fast-xml-parser';
import { ConsoleError } from '@/lib/server/console-error';
import type { DeclaredSet } from '@/lib/domain/metadata/declared';
import { element, readSets } from './edmx-model';

/** In characters; the parser blocks the process. */
const longestDocument = 2_000_000;
/** The standard API has a tenth. */
const mostTags = 50_000;
const lists = new Set('Schema EntityType EntityContainer EntitySet Property PropertyRef Key'.split(' '));

const parser = new XMLParser({
  ignoreAttributes: false,
  attributesGroupName: 'attributes',
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: 40,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && lists.has(name),
});

/**
 * Entity sets and fields of an EDMX document (CSDL XML). Refuses DTDs and leaves entities unexpanded, so that the
 * document cannot read files or fill memory. @throws ConsoleError `service-malformed` with what is wrong.
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
