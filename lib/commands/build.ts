import { buildIfNeeded } from './build-if-needed';

/* Entry of `npm run build`: the production build, as `npm start` and the image serve it. */

buildIfNeeded();
