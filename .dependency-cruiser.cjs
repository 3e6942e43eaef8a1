/**
 * The import law of src/ARCHITECTURE.md, read by `npm run law`. Every rule here has a forbidden import of its own in
 * tests/architecture/law.test.ts, which fails when a rule catches nothing.
 */

// TypeScript 7 has no API that dependency-cruiser 17 can call: without another parser it silently sees 0 modules. It takes swc,
// but parses every file as .ts; here is what lets it read JSX.
const swc = require('@swc/core')
const parseFile = swc.parseFileSync
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: file.endsWith('.tsx') })

// Its visitor of syntax trees does not know `await using` either, which is a declaration like `const`.
const { Visitor } = require('@swc/core/Visitor.js')
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (node) {
  return visitStatement.call(
    this,
    node.type === 'UsingDeclaration'
      ? { ...node, type: 'VariableDeclaration', declarations: node.decls }
      : node,
  )
}

/** A room may import itself and the rooms named, nothing else of src. */
const room = (name, ...below) => ({
  name: `${name}-stands-on-${below.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/(${[name, ...below].join('|')})/` },
})

/** The same within the console; `part` and `below` are regular expressions under src/console. */
const part = (name, part, ...below) => ({
  name: `console-${name}`,
  severity: 'error',
  from: { path: `^src/console/${part}` },
  to: { path: '^src/console/', pathNot: `^src/console/(${[part, ...below].join('|')})` },
})

const packages = names => `node_modules/(${names.join('|')})/`

// The files of src/console itself are its lowest layer, except the two that mount everything.
const BASE = '(?!(App|main)\\.)[^/]+$'

module.exports = {
  forbidden: [
    room('domain'),
    room('contract', 'domain'),
    room('engine', 'contract', 'domain'),
    room('sheet', 'domain'),
    room('server', 'engine', 'contract', 'domain', 'sheet'),
    room('console', 'engine', 'contract', 'domain', 'sheet'),
    room('tools', 'server', 'engine', 'contract', 'domain', 'sheet'),

    part('base', BASE),
    part('api', 'api/', BASE),
    part('auth', 'auth/', 'api/', BASE),
    part('ui', 'ui/', BASE),
    part('forms', 'forms/', 'ui/', BASE),
    part('features', 'features/', 'forms/', 'ui/', 'auth/', 'api/', BASE),
    part('shell', 'shell/', 'fonts/', 'features/', 'forms/', 'ui/', 'auth/', 'api/', BASE),
    {
      name: 'feature-entered-by-its-index',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/console/features/' },
      to: { path: '^src/console/features/', pathNot: '^src/console/features/[^/]+/index\\.tsx?$' },
    },
    {
      name: 'feature-enters-another-by-its-index',
      severity: 'error',
      from: { path: '^src/console/features/([^/]+)/' },
      to: {
        path: '^src/console/features/',
        pathNot: ['^src/console/features/$1/', '^src/console/features/[^/]+/index\\.tsx?$'],
      },
    },

    {
      name: 'node-only-in-server-and-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(server|tools)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'react-only-in-console',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/console/' },
      to: {
        path: packages([
          'react',
          'react-[^/]+',
          'ra-(core|ui-[^/]+)',
          '@mui/[^/]+',
          '@emotion/[^/]+',
          '@jsonforms/[^/]+',
          '@tanstack/[^/]+',
          'recharts',
        ]),
      },
    },
    {
      name: 'database-and-http-only-in-server-and-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(server|tools)/' },
      to: {
        path: packages([
          'fastify',
          '@fastify/[^/]+',
          'kysely',
          'pg',
          'pg-[^/]+',
          '@electric-sql/[^/]+',
          'jose',
          '@node-rs/[^/]+',
          'fs-native-extensions',
        ]),
      },
    },
    {
      name: 'domain-needs-no-package-but-dates',
      comment: 'What is true without screen, wire or database needs none of their libraries either.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: 'node_modules/', pathNot: packages(['dayjs']) },
    },
    {
      name: 'src-knows-no-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'development-packages-only-in-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/tools/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    parser: 'swc',
    moduleSystems: ['es6', 'cjs'],
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
