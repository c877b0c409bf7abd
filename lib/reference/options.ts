/** How callers prove who they are. */
export type ReferenceAuth =
  | { mode: 'none' }
  | { mode: 'basic'; username: string; password: string }
  | {
      mode: 'bearer';
      clientId: string;
      clientSecret: string;
      /** Life of an issued token in seconds, default 3,599; may be a fraction. */
      tokenSeconds?: number;
      /** A token that is always taken, besides the issued ones. */
      staticToken?: string;
    };

/** What may be set when the service starts; see the README of this folder. */
export interface ReferenceOptions {
  /** 0 or undefined: a free port. */
  port?: number;
  /** 0 or undefined: a free port. */
  controlPort?: number;
  /** `demo` (default), `large`, or `records=…,entities=…,lines=…`. */
  size?: string;
  /** File that keeps the changes; null or undefined: they live in memory only. */
  stateFile?: string | null;
  seed?: number;
  /** Most rows of a page, default 20,000. */
  pageSize?: number;
  auth?: ReferenceAuth;
  tenantId?: string;
  environment?: string;
  companyId?: string;
  publisher?: string;
  /** Address to listen on, default 127.0.0.1. */
  host?: string;
}

/** A running service. */
export interface RunningReference {
  /** Base address before `/v2.0`. */
  baseUrl: string;
  /** Base address of the on-premises path shape, with its instance segment; the same data. */
  onPremisesBaseUrl: string;
  tokenUrl: string;
  controlUrl: string;
  tenantId: string;
  environment: string;
  companyId: string;
  publisher: string;
  /** Path of a CSV with the names of its records and entities; null where nobody named them. */
  labelsFile: string | null;
  /** What whoever started it should know of its state file; null when all is well. */
  notice: string | null;
  /** Stops both listeners, ends open connections, gives the state file free; rejects when not everything could be kept. */
  close(): Promise<void>;
}

/** Who the service claims to be. */
export interface Identity {
  tenantId: string;
  environment: string;
  companyId: string;
  publisher: string;
}

/** Name of the instance segment on the on-premises path shape. */
export const INSTANCE = 'BC';

/** The identity from the options, with fixed values for what is left out. */
export function identityOf(options: ReferenceOptions): Identity {
  return {
    tenantId: options.tenantId ?? '7c1f4b0e-9d52-4c3a-8e6b-2f0a5d7b91c4',
    environment: options.environment ?? 'Production',
    companyId: options.companyId ?? '3f8d2a61-5b7e-4f19-a0c4-86e1d92b7f35',
    publisher: options.publisher ?? 'binarystream',
  };
}
