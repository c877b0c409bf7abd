import { metadataSchema } from '@/lib/contract/metadata';
import { route } from '@/lib/server/http/route';
import { readMetadata } from '@/lib/server/services/metadata/read-metadata';

export const GET = route({ result: metadataSchema }, readMetadata);
