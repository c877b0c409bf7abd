import buildFirst from './support/run/production-build';

/* Makes the production build that the tests over HTTP and in the browser meet, unless it is there. */

buildFirst();
