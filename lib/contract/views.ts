import { z } from 'zod';
import { longestViewName, longestViewSearch } from './limits';
import { storedText, writtenText } from './text';

/** Places whose filters, order and columns can be saved as a view. */
export const viewPlaces = ['access', 'journal'] as const;

export type ViewPlace = (typeof viewPlaces)[number];

const name = z.string().trim().pipe(writtenText(longestViewName).min(1));
/** Query of an address without `?`; the connection is not part of it. */
const search = storedText(longestViewSearch);

/** A saved view: the query that shows a place so. */
export const viewSchema = z.object({
  id: z.string(),
  place: z.enum(viewPlaces),
  name: z.string(),
  search: z.string(),
  /** Whether everybody who may read the place sees it in their list. */
  shared: z.boolean(),
  /** Whether it is the reader's own. */
  mine: z.boolean(),
  owner: z.string(),
});

export type SavedView = z.infer<typeof viewSchema>;

/** Query of `GET /api/views`. */
export const viewsQuerySchema = z.strictObject({ place: z.enum(viewPlaces).optional() });

/** Answer of `GET /api/views`: one's own and those that others share, of places one may read, by name. */
export const viewListSchema = z.object({ value: z.array(viewSchema) });

export type ViewList = z.infer<typeof viewListSchema>;

/** Body of `POST /api/views`; one's own view of that place and name is replaced. */
export const saveViewSchema = z.strictObject({
  place: z.enum(viewPlaces),
  name,
  search,
  shared: z.boolean().default(false),
});

export type SaveView = z.input<typeof saveViewSchema>;

/** Query of `DELETE /api/views`. */
export const removeViewSchema = z.strictObject({ id: z.string().min(1).max(100) });

/** Answer of `DELETE /api/views`. */
export const removedViewSchema = z.object({ removed: z.literal(true) });
