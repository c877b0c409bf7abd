import { journalPageSchema } from '@/lib/contract/journal';
import { journalRequestSchema } from '@/lib/domain/journal/query-codec';
import { route } from '@/lib/server/http/route';
import { listLines } from '@/lib/server/services/journal/list-lines';

export const GET = route({ query: journalRequestSchema, result: journalPageSchema }, listLines);
