import type { Fault } from '@/lib/reference/faults/faults';
import { type Answer, odataAnswer } from '@/lib/reference/http/answer';
import { ServiceError } from '@/lib/reference/http/error-body';
import { answerToken } from '@/lib/reference/http/tokens';
import type { World } from '@/lib/reference/world';
import type { Target } from './addresses';
import { answerCollection, type CollectionRequest, contextOf } from './collection-answer';
import { makeEdmx } from './edmx';
import { checkPost } from './post-access';
import { readPairs } from './query-options';

/** A request after its address was read. */
export interface ServiceRequest {
  method: string;
  target: Target;
  origin: string;
  pathname: string;
  search: string;
  contentType: string;
  prefer: string | undefined;
  authorization: string | undefined;
  body: string;
  faults: readonly Fault[];
}

const METHODS: Readonly<Record<Target['resource'], readonly string[]>> = {
  security: ['GET', 'POST'],
  journal: ['GET'],
  metadata: ['GET'],
  companies: ['GET'],
  company: ['GET'],
  service: ['GET'],
  token: ['POST'],
};

let edmx: string | null = null;

function companyRow(world: World): string {
  const { companyId } = world.identity;
  const name = 'CRONUS International Ltd.';
  return `"id":"${companyId}","systemVersion":"27.0.38460.0","name":"${name}","displayName":"${name}","businessProfileId":""`;
}

function answerPost(request: ServiceRequest, world: World): Answer {
  const { record, entity, change } = checkPost(request.body, request.contentType, world.security);
  const kinds = new Set(request.faults.map((fault) => fault.kind));
  if (!kinds.has('notApplied')) {
    const { accessible } = change;
    if (world.security.set(record, entity, accessible)) world.state.keepAccess(record, entity, accessible);
    world.counters.applied(change);
  }
  if (world.modes.postStatus === 204) return { status: 204, headers: { 'odata-version': '4.0' }, body: '' };
  if (kinds.has('echoEmpty')) return odataAnswer(world.modes.postStatus, '');
  const differs = request.faults.find((fault) => fault.kind === 'echoDiffers');
  const fragment = `companies(${world.identity.companyId})/bssiMEMMasterRecordSecurity/$entity`;
  const accessible =
    differs !== undefined && differs.variant !== 'key' ? !change.accessible : change.accessible;
  return odataAnswer(
    world.modes.postStatus,
    JSON.stringify({
      '@odata.context': contextOf({ ...request, route: request.target.route }, fragment, world.modes),
      '@odata.etag': world.securityRows.etagOf(record, entity, accessible),
      SystemId: '00000000-0000-0000-0000-000000000000',
      BssiMasterRecordType: change.recordType,
      BssiMasterRecordID: differs?.variant === 'key' ? `${change.recordId}X` : change.recordId,
      BssiEntityID: change.entityId,
      BssiAccessible: accessible,
    }),
  );
}

/** Answers a request. Throws ServiceError for every refusal. */
export function answerResource(request: ServiceRequest, world: World): Answer {
  const { target, method } = request;
  if (!METHODS[target.resource].includes(method)) {
    throw new ServiceError(
      405,
      'BadRequest_MethodNotAllowed',
      `The method ${method} is not allowed for this resource.`,
      { allow: METHODS[target.resource].join(', ') },
    );
  }
  if (target.resource === 'token') {
    return answerToken(request.body, request.contentType, world.tokens, world.counters);
  }
  if (!world.tokens.accepts(request.authorization)) {
    throw new ServiceError(
      401,
      'Authentication_InvalidCredentials',
      'The server has rejected the client credentials.',
      { 'www-authenticate': world.tokens.challenge() },
    );
  }
  const tenant = readPairs(request.search).find(([name]) => name === 'tenant')?.[1];
  if (
    tenant !== undefined &&
    tenant !== 'default' &&
    tenant.toLowerCase() !== world.identity.tenantId.toLowerCase()
  ) {
    throw new ServiceError(404, 'BadRequest_NotFound', 'The tenant does not exist.');
  }
  const collection: CollectionRequest = {
    ...request,
    route: target.route,
    companyId: world.identity.companyId,
  };
  switch (target.resource) {
    case 'security':
      return method === 'POST'
        ? answerPost(request, world)
        : answerCollection(world.securityPages, collection, world.modes);
    case 'journal':
      return answerCollection(world.journalPages, collection, world.modes);
    case 'metadata':
      if (!target.environment && !world.modes.metadataWithoutEnvironment) {
        throw new ServiceError(404, 'BadRequest_NotFound', 'No extension answers at this address.');
      }
      edmx ??= makeEdmx();
      return {
        status: 200,
        headers: { 'content-type': 'application/xml; charset=utf-8', 'odata-version': '4.0' },
        body: edmx,
      };
    case 'companies':
      return odataAnswer(
        200,
        `{"@odata.context":"${request.origin}${target.route}/$metadata#companies","value":[{${companyRow(world)}}]}`,
      );
    case 'company':
      return odataAnswer(
        200,
        `{"@odata.context":"${request.origin}${target.route}/$metadata#companies/$entity",${companyRow(world)}}`,
      );
    case 'service':
      return odataAnswer(
        200,
        JSON.stringify({
          '@odata.context': `${request.origin}${target.route}/$metadata`,
          value: ['companies', 'bssiMEMMasterRecordSecurity', 'bssiItemJournalLines'].map((name) => ({
            name,
            kind: 'EntitySet',
            url: name,
          })),
        }),
      );
  }
}
