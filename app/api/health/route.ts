import { healthSchema } from '@/lib/contract/health';
import { route } from '@/lib/server/http/route';
import { readHealth } from '@/lib/server/services/health/read-health';

export const GET = route({ result: healthSchema }, readHealth);
