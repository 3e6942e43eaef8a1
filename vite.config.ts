import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { emitConfig } from './src/tools/build/emitConfig.ts'
import { precompress } from './src/tools/build/precompress.ts'
import { screenCode } from './src/tools/build/screenCode.ts'

/** Where `npm run dev` has the server. */
const server = `http://127.0.0.1:${process.env.PORT || 5080}`

/**
 * The test files of a process share what they import, which was a third of their time; they live short and make much, so that
 * room for what is new saves collecting it again and again; and of PGlite, what is used seldom is not compiled twice.
 */
const SHARED = {
  isolate: false,
  // Limits end what hangs and measure nothing: a machine that is busy elsewhere may be ten times as slow.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
  execArgv: ['--max-semi-space-size=64', '--wasm-tiering-budget=18000000'],
}

const IN_JSDOM = {
  environment: 'jsdom',
  ...SHARED,
  setupFiles: ['tests/support/console.ts'],
  // react-router has a build for Node and one for the web: react-admin must meet the one that we meet.
  alias: { 'react-router-dom': 'react-router' },
  server: { deps: { inline: [/\/ra-/, /react-admin/] } },
}

/** The screens on which a visit begins: a product's page, the list of a resource by its name, and any other list. */
const FIRST_SCREENS = {
  main: 'features/dashboard/Dashboard',
  orders: 'features/orders/mailbox/OrderList',
  list: 'features/records/RecordList',
}

/** Packages that are nothing but modules. */
const BUNDLED = [
  /^typebox/,
  /^kysely/,
  /^dayjs/,
  'jose',
  're2js',
  '@humanwhocodes/momoa',
  'fastest-levenshtein',
]

// A build has no tests, and need not read their runner.
const sequencer = process.env.VITEST ? (await import('./tests/support/slowFirst.ts')).SlowFirst : undefined

/**
 * `npm test` runs these on one database, `test:wide` on the other: the server has its own code for each database (COPY,
 * NOTIFY, limits, cancelling), or the answer depends on locks, triggers, collations, trigram indexes or the types of
 * columns.
 */
const ON_BOTH_DATABASES = [
  'tests/server/{bulk,copyMany,counters,devices,events,expressionSql,roster,search,unique}.test.ts',
  'tests/{gateway/gatewayOrders,operations/pglite,operations/upgrade}.test.ts',
]

/** Two builds: the console for browsers, and with `--ssr` the server; and the projects of vitest. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), emitConfig(import.meta.dirname), screenCode(FIRST_SCREENS), precompress()],
  publicDir: 'src/console/public',
  // Hundreds of small files in the server's one: a start that reads them takes a third of a second longer.
  ...(isSsrBuild ? { ssr: { noExternal: BUNDLED } } : {}),
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rollupOptions: {
          input: {
            main: 'src/server/main.ts',
            pgliteWorker: 'src/server/store/pglite/pgliteWorker.ts',
            sheetWorker: 'src/server/sheets/sheetWorker.ts',
            simulatorProcess: 'src/tools/simulate/simulatorProcess.ts',
          },
          // All in one folder: the server looks for the script of a thread beside its own file.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      }
    : {
        outDir: 'dist/console',
        target: 'es2022',
        sourcemap: false,
        // Few files instead of a hundred small ones: what every page needs of libraries, which seldom
        // change, and of our own; and what most screens share.
        rolldownOptions: {
          // What a feature offers is fetched as far as it is used.
          treeshake: {
            moduleSideEffects: [{ test: /src\/console\/features\/\w+\/index\.ts$/, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              // Few files: on the connection of a phone sixty small ones would wait for each other.
              groups: [
                {
                  name: 'libraries',
                  tags: ['$initial'],
                  // The storage before the libraries that read it when they are loaded.
                  test: /node_modules|src\/console\/(browserStorage|observable)\.ts/,
                  priority: 2,
                },
                { name: 'console', tags: ['$initial'], priority: 1 },
                // Lists do without the evaluation of conditions, unless config limits their rows, and without the rules of values.
                {
                  name: 'common',
                  minShareCount: 10,
                  test: /^(?!.*(src\/engine\/(conditions|expressions|kinds|values|validation)|ra-core\/.*\/useGetOne|ui\/text\/Facts|node_modules\/re2js))/,
                  priority: 0.7,
                },
                // What lists and the dashboard have in common, then what lists alone have.
                {
                  name: 'tables',
                  test: /console\/forms\/list\/(ArrangeButton|arrangement)|@mui\/.*(FormControlLabel|TableSortLabel|ToggleButton|\/Table|icons-material.*\/Refresh)/,
                  priority: 0.6,
                },
                {
                  name: 'lists',
                  test: /console\/forms\/(list\/(?!Peek)|reference\/)|@mui\/.*(Autocomplete|Badge)|inflection/,
                  priority: 0.5,
                },
              ],
            },
          },
        },
      },
  server: {
    proxy: {
      '/api': server,
      '/auth': server,
      '/config.json': server,
      '/map': server,
    },
  },
  test: {
    // The default leaves one of two cores idle; and tests wait for servers that they start.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer },
    globalSetup: ['tests/support/wholeRun.ts'],
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          ...SHARED,
          setupFiles: ['tests/support/node.ts'],
          include: ['tests/{domain,contract,engine,sheet,server,tools,config,architecture}/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: { name: 'console', ...IN_JSDOM, include: ['tests/console/**/*.test.{ts,tsx}'] },
      },
      // `npm run test:wide` runs these four.
      {
        plugins: [react()],
        test: { name: 'screens', ...IN_JSDOM, include: ['tests/screens/**/*.test.tsx'] },
      },
      {
        test: {
          name: 'wide',
          environment: 'node',
          ...SHARED,
          setupFiles: ['tests/support/node.ts'],
          include: ['tests/{gateway,operations,processes,robust}/**/*.test.ts'],
          // Tests that wait together have a gateway, a broker and a database each: more would exceed time limits.
          maxConcurrency: 3,
        },
      },
      {
        test: {
          name: 'other',
          environment: 'node',
          ...SHARED,
          setupFiles: ['tests/support/node.ts'],
          env: { TEST_DATABASE: 'pglite' },
          include: ON_BOTH_DATABASES,
        },
      },
      {
        test: {
          name: 'sweep',
          environment: 'node',
          ...SHARED,
          setupFiles: ['tests/support/node.ts'],
          env: { TEST_SCALE: 'promised' },
          include: ['tests/sweeps/**/*.sweep.test.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'sec',
          environment: 'node',
          ...SHARED,
          setupFiles: ['tests/support/node.ts'],
          env: { TEST_SCALE: 'promised' },
          include: ['tests/sec/**/*.sec.test.ts', 'tests/robust/{fuzz,oddValues}.test.ts'],
          // These measure memory and how long others wait: one after the other, and nothing beside them.
          fileParallelism: false,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'scale',
          environment: 'node',
          ...SHARED,
          env: { TEST_SCALE: 'promised' },
          setupFiles: ['tests/support/node.ts'],
          include: ['tests/{server/roster,server/counters,robust/waysIn}.test.ts'],
        },
      },
      {
        test: {
          name: 'crash',
          environment: 'node',
          ...SHARED,
          env: { TEST_SCALE: 'promised' },
          // How soon a server is back is measured: one at a time.
          fileParallelism: false,
          setupFiles: ['tests/support/node.ts'],
          include: ['tests/processes/{crash,backup}.test.ts', 'tests/crash/**/*.crash.test.ts'],
        },
      },
    ],
  },
}))
