import { metadataSchema } from '@/lib/contract/metadata';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readMetadata } from '@/lib/server/services/metadata/read-metadata';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: metadataSchema }, readMetadata),
});
