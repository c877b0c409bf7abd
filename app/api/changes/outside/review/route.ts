import { outsideReviewSchema, reviewOutsideSchema } from '@/lib/contract/access/outside-changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { reviewOutsideChanges } from '@/lib/server/services/access/outside/review-outside-changes';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { body: reviewOutsideSchema, result: outsideReviewSchema, limit: 'change' },
    reviewOutsideChanges,
  ),
});
