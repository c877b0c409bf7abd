import type { ConnectionSettings } from '@/lib/server/upstream/settings';

/** A believable online connection; tests override what they are about. */
export function settingsWith(changes: Partial<ConnectionSettings> = {}): ConnectionSettings {
  return {
    key: 'default',
    label: 'Test company',
    kind: 'production',
    address: 'online',
    baseUrl: 'https://api.example.test',
    tenantId: '11111111-2222-3333-4444-555555555555',
    environment: 'Production',
    companyId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
    publisher: 'binarystream',
    auth: { mode: 'none' },
    concurrency: 4,
    ratePerSecond: 16,
    timeoutSeconds: 10,
    quotedBooleans: 'auto',
    ...changes,
  };
}
