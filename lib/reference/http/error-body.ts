import { randomUUID } from 'node:crypto';

/** The codes of Business Central's error bodies that this service uses. */
export type ServiceCode =
  | 'BadRequest'
  | 'BadRequest_InvalidToken'
  | 'BadRequest_NotFound'
  | 'BadRequest_ResourceNotFound'
  | 'BadRequest_MethodNotAllowed'
  | 'BadRequest_MethodNotImplemented'
  | 'BadRequest_InvalidContentType'
  | 'BadRequest_RequestEntityTooLarge'
  | 'Application_FieldValidationException'
  | 'Application_StringExceededLength'
  | 'Application_TooManyRequests'
  | 'Authentication_InvalidCredentials'
  | 'Authorization_RequestDenied'
  | 'Internal_CompanyNotFound'
  | 'Internal_InvalidTableRelation'
  | 'Internal_RequestTimeout'
  | 'Internal_ServerError'
  | 'Internal_ServiceUnavailable'
  | 'Internal_BadGateway'
  | 'Internal_GatewayTimeout'
  | 'Request_EntityChanged';

/** A refusal that becomes an OData error answer. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: ServiceCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ServiceError';
  }
}

/** The error body in Business Central's shape; the sentence ends with a fresh correlation id. */
export function errorBody(code: ServiceCode, sentence: string): string {
  return JSON.stringify({ error: { code, message: `${sentence}  CorrelationId:  ${randomUUID()}.` } });
}

/** The refusal for a request that is badly formed. */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, 'BadRequest', message);
}
