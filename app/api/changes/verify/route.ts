import { verificationSchema } from '@/lib/contract/changes/verification';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { verifyLedger } from '@/lib/server/services/changes/verify-ledger';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: verificationSchema, limit: 'export' }, verifyLedger),
});
