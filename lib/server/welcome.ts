import 'server-only';
import type { ConsoleConfig } from '@/lib/server/config/config';
import { versionInWords } from '@/lib/server/version';

/** The text after the start. @param controlUrl of the reference service; null with real services. */
export function welcome(config: ConsoleConfig, controlUrl: string | null): string {
  const data = controlUrl === null ? realData(config) : demoData(config, controlUrl);
  return `
MEM Console   ${config.publicUrl.origin}

${config.oidc ? accountWords(config.oidc.issuer) : demoWords}${data}  Database    ${databaseWords(config.databaseUrl)}
  Version     ${versionInWords}
  Stop        Ctrl+C

`;
}

function realData({ connections }: ConsoleConfig): string {
  const lines = connections.map(
    ({ label, baseUrl, environment, companyId }) =>
      `${label}: ${baseUrl}${environment === undefined ? '' : `, environment ${environment}`}, company ${companyId}; changes are real`,
  );
  return `  Data        ${lines.join('\n              ')}\n`;
}

function demoData({ oidc }: ConsoleConfig, controlUrl: string): string {
  return `  Data        the embedded reference service with demo data, kept in data/reference.db
  Control     ${controlUrl}   faults and changes from outside, see lib/reference/README.md
  Real one    set MEM_BASE_URL, MEM_TENANT_ID, MEM_ENVIRONMENT, MEM_COMPANY_ID, MEM_AUTH with its secrets, and
              ${oidc ? 'restart' : 'SIGN_IN=demo'}; see .env.example and the README, "Connect a real service"
`;
}

const demoWords = `  Sign in as  Security administrator   sees everything, changes access
              Accountant               item journal lines and the interface
              Auditor                  reads everything, changes no access
`;

function accountWords(issuer: URL): string {
  return `  Sign in     with an account of ${issuer.href}; what to register there: docs/sign-in.md\n`;
}

/** The database without user and password. */
function databaseWords(url: string): string {
  if (url.startsWith('file:')) return url.slice('file:'.length);
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
