import { readinessSchema } from '@/lib/contract/health';
import { route } from '@/lib/server/http/route';
import { readReadiness } from '@/lib/server/services/health/read-health';

export const GET = route({ result: readinessSchema }, readReadiness);
