/** The import law of src/ARCHITECTURE.md. Each rule is tested with an import that it must refuse. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, type Import, importsIn, importsOf, parse, resolveImport, root } from '../support/source'

interface Rule {
  forbids: (file: string, target: string, typeOnly: boolean) => boolean
  /** An import that the rule forbids: the importing file (which need not exist), and the code in it. */
  example: [file: string, code: string]
}

/** Files of `from` may import files of `from` and `below`, and no other file under `within`. */
const layer = (within: string, from: string, below: string, ...example: Rule['example']): Rule => {
  const source = new RegExp(`^${within}(${from})`)
  const allowed = new RegExp(`^${within}(${[from, ...below.split(' ')].filter(one => one !== '').join('|')})`)
  return {
    forbids: (file, target) =>
      source.test(file) && new RegExp(`^(${within}|tests/)`).test(target) && !allowed.test(target),
    example,
  }
}
/** @param below names of rooms, with spaces between them @param code of a file of the room */
const room = (name: string, below: string, code: string) =>
  layer('src/', `${name}/`, below.replace(/\w+/g, '$&/'), `src/${name}/a.tsx`, code)
/** A layer within the console. */
const consoleLayer = (name: string, below: string, code: string) =>
  layer('src/console/', `${name}/`, below, `src/console/${name}/a.ts`, code)

/** The files of src/console itself are its lowest layer, except the two that mount everything. */
const BASE = '(?!(App|main)\\.)[^/]+$'
const BELOW_FEATURES = `forms/ ui/ auth/ api/ ${BASE}`
/** The rooms that server and console may import. */
const SHARED = 'engine contract domain sheet'

/** Files of `from` may import only the packages that match. */
const packages = (from: RegExp, allowed: RegExp, ...example: Rule['example']): Rule => ({
  forbids: (file, target) => from.test(file) && target.startsWith('npm:') && !allowed.test(target.slice(4)),
  example,
})

const NO_REACT = /^(?!(react|react-.+|ra-(core|ui-.+)|recharts)$|@(mui|emotion|jsonforms|tanstack)\/)/
const NO_DATABASE =
  /^(?!(fastify|kysely|pg|pg-.+|jose|fs-native-extensions)$|@(fastify|electric-sql|node-rs)\/)/

const featureOf = (path: string) => /^src\/console\/features\/([^/]+)\//.exec(path)?.[1]

const RULES: Record<string, Rule> = {
  domain: room('domain', '', `import '../contract/orders'`),
  contract: room('contract', 'domain', `import type { X } from '../engine/registry'`),
  engine: room('engine', 'contract domain', `export * from '../sheet/index'`),
  sheet: room('sheet', 'domain', `type X = import('../contract/orders').Order`),
  server: room('server', SHARED, `import '../console/paths'`),
  console: room('console', SHARED, `import '../server/app'\nconst App = () => <p>a</p>`),
  tools: room('tools', `server ${SHARED}`, `import '../../tests/support/source'`),
  'console base': layer('src/console/', BASE, '', 'src/console/a.ts', `import './api/client'`),
  'console api': consoleLayer('api', BASE, `import '../auth/access'`),
  'console auth': consoleLayer('auth', `api/ ${BASE}`, `import '../ui/icons'`),
  'console ui': consoleLayer('ui', BASE, `import '../forms/ConsoleForm'`),
  'console forms': consoleLayer('forms', `ui/ ${BASE}`, `import '../features/orders'`),
  'console features': consoleLayer('features', BELOW_FEATURES, `import '../shell/Shell'`),
  'console shell': consoleLayer('shell', `fonts/ features/ ${BELOW_FEATURES}`, `import '../App'`),
  'a feature is entered by its index': {
    forbids: (file, target) =>
      featureOf(target) !== undefined &&
      featureOf(target) !== featureOf(file) &&
      !/^src\/console\/features\/[^/]+\/index\.tsx?$/.test(target),
    example: ['src/console/features/orders/a.ts', `void import('../records/RecordList')`],
  },
  'the console takes only types from the contract': {
    forbids: (file, target, typeOnly) =>
      /^src\/console\//.test(file) && /^src\/contract\//.test(target) && !typeOnly,
    example: ['src/console/a.ts', `import { type X, y } from '../contract/orders'`],
  },
  'store needs nothing of commands': {
    forbids: (file, target) => /^src\/server\/store\//.test(file) && /^src\/server\/commands\//.test(target),
    example: ['src/server/store/a.ts', `import '../commands/history'`],
  },

  'packages of domain': packages(/^src\/domain\//, /^dayjs$/, 'src/domain/a.ts', `import 'typebox'`),
  'React only in console': packages(
    /^src\/(?!console\/)/,
    NO_REACT,
    'src/server/a.ts',
    `import 'react-dom/client'`,
  ),
  'database and HTTP only in server and tools': packages(
    /^src\/(?!server\/|tools\/)/,
    NO_DATABASE,
    'src/engine/a.ts',
    `import { sql } from 'kysely'`,
  ),
}

/** The target of an import: a path of ours, or `npm:` and the name of a package. */
function targetOf(file: string, from: string): string {
  const name = /^(@[^/]+\/)?[^/]+/.exec(from)![0]
  return resolveImport(file, from) ?? (/^\w+:/.test(from) ? from : `npm:${name}`)
}

const resolved = (file: string, imports: Import[]) =>
  imports.map(({ from, typeOnly }) => ({ file, target: targetOf(file, from), typeOnly }))

const allImports = filesUnder('src', /\.tsx?$/).flatMap(file => resolved(file, importsOf(file)))

test.each(Object.entries(RULES))('import law: %s', (_name, { forbids, example: [file, code] }) => {
  const violations = (imports: typeof allImports) =>
    imports.filter(one => forbids(one.file, one.target, one.typeOnly))
  expect(violations(resolved(file, importsIn(parse(code))))).toHaveLength(1)
  expect(violations(allImports)).toEqual([])
})

/** Rule of Biome → a file that it must refuse. */
const REFUSED: [rule: string, file: string, code: string][] = [
  ['correctness/noNodejsModules', 'src/sheet/a.ts', `import 'node:fs'`],
  ['correctness/noUndeclaredDependencies', 'src/server/a.ts', `import 'entities'`],
  ['correctness/noUndeclaredDependencies', 'src/server/b.ts', `import 'tsx'`],
  ['nursery/noJsRestrictedProperties', 'tests/d.test.ts', `test.todo('a')`],
  ['nursery/noJsRestrictedProperties', 'tests/e.test.ts', `test('a', () => expect(1).toMatchSnapshot())`],
  ['style/noExcessiveLinesPerFile', 'src/domain/c.ts', `export type { B } from './b'\n`.repeat(401)],
  ['suspicious/noFocusedTests', 'tests/a.test.ts', `test.only('a', () => expect(1).toBe(1))`],
  ['suspicious/noImportCycles', 'src/domain/a.ts', `import type { B } from './b'\nexport type A = B`],
  ['suspicious/noImportCycles', 'src/domain/b.ts', `import type { A } from './a'\nexport type B = A`],
  ['suspicious/noSkippedTests', 'tests/b.test.ts', `test.skip('a', () => expect(1).toBe(1))`],
  ['suspicious/useExpect', 'tests/c.spec.ts', `test('a', () => {})`],
]

test('the linter refuses what src/ARCHITECTURE.md leaves to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'law-'))
  for (const name of ['biome.json', 'package.json', '.gitignore'])
    await cp(join(root, name), join(folder, name))
  for (const [, file, code] of REFUSED) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), code)
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const output = await new Promise<string>(done =>
    execFile(biome, ['lint', '--reporter=github', '.'], { cwd: folder }, (_error, stdout) => done(stdout)),
  )
  await rm(folder, { recursive: true })
  const refused = [...output.matchAll(/title=lint\/([^,]+),file=([^,]+)/g)].map(([, rule, file]) => [
    rule,
    file!.replace(`${folder}/`, ''),
  ])
  expect(refused.sort()).toEqual(REFUSED.map(([rule, file]) => [rule, file]).sort())
})
