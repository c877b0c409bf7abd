import { ConfigError, readConfig } from '@/lib/server/config/config';

/** Settings of a real service. */
export const realService: Readonly<Record<string, string>> = {
  MEM_BASE_URL: 'https://api.example.com',
  MEM_TENANT_ID: 'contoso.com',
  MEM_ENVIRONMENT: 'Production',
  MEM_COMPANY_ID: '11111111-2222-3333-4444-555555555555',
};

/** What is wrong with settings, in words; nothing of those that hold. */
export function faultsOf(settings: Record<string, string>): readonly string[] {
  try {
    readConfig(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
