// The rooms of server/ in rank order: a room imports from lower ranks only, never from its own or a higher one.
const RANKS = [
  ['platform'],
  ['projects'],
  ['events', 'domains', 'verify', 'uploads'],
  ['contacts', 'templates'],
  ['conditions', 'delivery'],
  ['segments'],
  ['send', 'track', 'feedback', 'campaigns', 'workflows'],
  ['accounts', 'billing', 'activity', 'analytics', 'usage', 'reputation'],
];

const TESTS = '\\.test\\.ts$';

const looksUp = RANKS.flatMap((rooms, rank) =>
  rooms.map((room) => {
    const forbidden = RANKS.slice(rank)
      .flat()
      .filter((other) => other !== room);
    return {
      name: `${room}-looks-up`,
      severity: 'error',
      from: { path: `^server/${room}/`, pathNot: TESTS },
      to: {
        path: `^server/(${[...forbidden.map((other) => `${other}/`), 'app\\.ts', 'worker\\.ts', 'main\\.ts'].join('|')})`,
      },
    };
  }),
);

const onlyIn = (name, library, places) => ({
  name: `${name}-only-in-its-place`,
  severity: 'error',
  from: { path: '^(server|contract)/', pathNot: [...places, TESTS] },
  to: { path: library },
});

module.exports = {
  forbidden: [
    ...looksUp,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'dashboard-imports-contract-only',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { path: '^(server|test|bench)/' },
    },
    {
      name: 'sdk-imports-contract-only',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(server|dashboard|test|bench)/' },
    },
    {
      name: 'ui-imports-no-page',
      severity: 'error',
      from: { path: '^dashboard/ui/' },
      to: { path: '^dashboard/(?!ui/)' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(server|contract|dashboard)/', pathNot: TESTS },
      to: { path: '^test/' },
    },
    onlyIn('fastify', 'node_modules/(fastify|@fastify|@scalar)/', [
      '^server/platform/http/',
      '^server/platform/metrics/',
      '^server/app\\.ts$',
      '^server/main\\.ts$',
      '/routes\\.ts$',
    ]),
    onlyIn('nodemailer', 'node_modules/(nodemailer|@aws-sdk)/', [
      '^server/delivery/transports/',
      '^server/delivery/build-mime\\.ts$',
      '^server/domains/ses-identities\\.ts$',
      '^server/platform/storage/',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
