/**
 * The import fence, in words:
 * contract <- domain <- { client <- components <- pages } and contract <- domain <- { server <- app/api }.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-cycle', 'Modules form no circle.', {}, { circular: true }),
    forbid(
      'contract-is-the-floor',
      'lib/contract imports zod only.',
      { path: '^lib/contract/' },
      { pathNot: ['^lib/contract/', '^node_modules/zod/'] },
    ),
    forbid(
      'domain-is-pure',
      'lib/domain knows contract and zod only.',
      { path: '^lib/domain/' },
      { pathNot: ['^lib/domain/', '^lib/contract/', '^node_modules/zod/'] },
    ),
    forbid(
      'schemas-stay-on-the-server',
      'What the contract says is looked at by the console only; the browser takes its types (lib/contract/digest.ts).',
      { path: '^(components|lib/client)/' },
      {
        path: '^(node_modules/zod/|lib/domain/journal/request-schema|lib/contract/(access/(access|access-summary|labels|outside-changes)|changes/(activity|changes|evidence|ledger|verification)|connections|demo/|errors|events|health|journal/|metadata|notices|session/session|text|views))',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'client-stays-in-the-browser',
      'lib/client never sees the server.',
      { path: '^lib/client/' },
      { path: '^(lib/(server|reference|commands)|app|components)/' },
    ),
    forbid(
      'components-never-see-the-server',
      'Browser and server meet over HTTP only.',
      { path: '^components/' },
      { path: '^(lib/(server|reference|commands)|app)/' },
    ),
    forbid(
      'pages-never-see-the-server',
      'Only app/api, pages, and the session check of the layouts and of global-not-found reach lib/server.',
      { path: '^app/', pathNot: '^app/(api/|.*layout\\.tsx$|.*page\\.tsx$|global-not-found\\.tsx$)' },
      { path: '^lib/server/' },
    ),
    forbid(
      'pages-ask-by-helpers',
      'Page files ask the server who is there, and begin their reads by verbs and handlers.',
      { path: '^app/', pathNot: '^app/api/' },
      {
        path: '^lib/server/',
        pathNot:
          '^lib/server/(http/(current-visitor|demo-at-sign-in|page-reads?)|services/[^/]+/[^/]+)\\.ts$',
      },
    ),
    forbid(
      'server-never-sees-the-browser',
      'lib/server imports no React side.',
      { path: '^lib/(server|reference|demo)/' },
      { path: '^(components|lib/client|app)/' },
    ),
    forbid(
      'ui-has-no-domain',
      'Primitives know no feature; how counts, numbers, times and IDs read is none, nor is what a day is or how letters are compared.',
      { path: '^components/ui/' },
      {
        path: '^(components/(?!ui/)|lib/(client|domain/(?!(calendar-day|counted|plain-letters|reader-formats|visible-id)\\.ts)))',
      },
    ),
    forbid(
      'grid-has-no-domain',
      'The grid engine knows ui only.',
      { path: '^components/grid/' },
      { path: '^(components/(?!ui/|grid/)|lib/(client|domain|contract))' },
    ),
    forbid(
      'shell-knows-no-feature',
      'What belongs to a feature comes into the shell by slots.',
      { path: '^components/shell/' },
      { path: '^components/(?!ui/|shell/)' },
    ),
    forbid(
      'reviews-know-no-feature',
      'What features share for looking changes through knows none of them.',
      { path: '^components/review/' },
      { path: '^components/(?!ui/|grid/|review/)' },
    ),
    forbid(
      'features-never-meet',
      'Pages compose features through slots.',
      { path: '^components/(access|journal|changes|demo|metadata|connections|notices|overview|session)/' },
      {
        path: '^components/(access|journal|changes|demo|metadata|connections|notices|overview|session)/',
        pathNot: '^components/$1/',
      },
    ),
    forbid(
      'only-http-and-api-use-http',
      'In lib/server nothing but http imports http.',
      { path: '^lib/(server|demo)/', pathNot: '^lib/server/(http/|composition)' },
      { path: '^lib/server/http/' },
    ),
    forbid(
      'auth-and-upstream-stand-below-services',
      'services -> upstream, db; never back.',
      { path: '^lib/server/(upstream|db|auth)/' },
      { path: '^lib/server/(services|http)/' },
    ),
    forbid(
      'changes-know-access-never-back',
      'In services: changes -> access.',
      { path: '^lib/server/services/access/' },
      { path: '^lib/server/services/changes/' },
    ),
    forbid(
      'verbs-know-rooms-never-back',
      'Inside a noun of the services verbs stand at the top and use the rooms below them.',
      { path: '^lib/server/services/([^/]+)/[^/]+/' },
      { path: '^lib/server/services/$1/[^/]+$' },
    ),
    forbid(
      'reference-is-its-own-world',
      'The reference service shares nothing with the console.',
      { path: '^lib/reference/' },
      { path: '^(lib/(server|demo|client|domain|contract|commands)|app|components)/' },
    ),
    forbid(
      'only-composition-knows-the-demo',
      'The demo hangs on one hook of the composition; beside it only its own routes reach it.',
      { path: '^(lib|app|components)/', pathNot: '^(lib/(demo/|server/composition\\.ts)|app/api/demo/)' },
      { path: '^lib/demo/' },
    ),
    forbid(
      'only-composition-starts-the-reference',
      'Everyone else talks to it over HTTP.',
      { path: '^(lib|app|components)/', pathNot: '^lib/(reference/|server/composition\\.ts)' },
      { path: '^lib/reference/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
