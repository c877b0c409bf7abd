import type { Change, SecurityData } from '@/lib/reference/data/security-data';
import { badRequest, ServiceError } from '@/lib/reference/http/error-body';
import { SECURITY_FIELDS } from './fields';

/** Where the assignment of a POST lies in the data, and what was asked. */
interface CheckedPost {
  record: number;
  entity: number;
  change: Change;
}

const NAMES = ['BssiMasterRecordType', 'BssiMasterRecordID', 'BssiEntityID', 'BssiAccessible'] as const;

/** The assignment named in a body, as far as it can be read; null else. For counters and faults only. */
export function peekChange(body: string): Change | null {
  try {
    return readChange(body);
  } catch {
    return null;
  }
}

function readChange(body: string): Change {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw badRequest('The request body must be one JSON object.');
  }
  const given = new Map<string, unknown>(Object.entries(parsed));
  for (const name of given.keys()) {
    if (!NAMES.some((known) => known === name) && name !== 'SystemId' && !name.startsWith('@odata.')) {
      throw badRequest(
        `The property '${name.slice(0, 60)}' does not exist on type 'Microsoft.NAV.bssiMEMMasterRecordSecurity'.`,
      );
    }
  }
  const text = (name: string): string => {
    const value = given.get(name);
    if (value === undefined || value === '') throw missing(name);
    if (typeof value !== 'string') throw badRequest(`The value of '${name}' cannot be read as Edm.String.`);
    const most = SECURITY_FIELDS.find((field) => field.name === name)?.maxLength ?? 0;
    if (value.length > most) {
      throw new ServiceError(
        400,
        'Application_StringExceededLength',
        `The length of '${name}' is ${value.length}, but it must be at most ${most} characters.`,
      );
    }
    return value;
  };
  const recordType = text('BssiMasterRecordType');
  const recordId = text('BssiMasterRecordID');
  const entityId = text('BssiEntityID');
  const accessible = given.get('BssiAccessible');
  if (accessible === undefined) throw missing('BssiAccessible');
  if (typeof accessible !== 'boolean')
    throw badRequest(`The value of 'BssiAccessible' cannot be read as Edm.Boolean.`);
  return { recordType, recordId, entityId, accessible };
}

function missing(name: string): ServiceError {
  return new ServiceError(400, 'Application_FieldValidationException', `${name} must have a value.`);
}

function unknown(field: string, value: string, table: string): ServiceError {
  return new ServiceError(
    400,
    'Internal_InvalidTableRelation',
    `The field ${field} contains a value (${value}) that cannot be found in the related table (${table}).`,
  );
}

/** Checks a POST to the security set. Throws ServiceError 400 or 415 with Business Central's codes. */
export function checkPost(body: string, contentType: string, data: SecurityData): CheckedPost {
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new ServiceError(
      415,
      'BadRequest_InvalidContentType',
      'The content type must be application/json.',
    );
  }
  const change = readChange(body);
  const type = data.findType(change.recordType);
  if (type < 0) throw unknown('BssiMasterRecordType', change.recordType, 'Master Record Type');
  const record = data.findRecord(type, change.recordId);
  if (record < 0) throw unknown('BssiMasterRecordID', change.recordId, data.records.types[type] ?? '');
  const entity = data.findEntity(change.entityId);
  if (entity < 0) throw unknown('BssiEntityID', change.entityId, 'Entity');
  return { record, entity, change };
}
