/** The import law forbids what it says: each rule is given one forbidden import, in a small tree of its own. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { afterEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const law = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: IForbiddenRuleType[]
  options: ICruiseOptions
}

/** Rule → a file, and the import in it that the rule forbids. `.tsx` shows that JSX is read too. */
const forbidden: Record<string, [file: string, text: string]> = {
  'domain-stands-on-nothing': ['src/domain/a.ts', `import '../contract/index'`],
  'contract-stands-on-domain': ['src/contract/a.ts', `import type { X } from '../engine/index'`],
  'engine-stands-on-contract-domain': ['src/engine/a.ts', `export * from '../sheet/index'`],
  'sheet-stands-on-domain': ['src/sheet/a.ts', `import '../contract/index'`],
  'server-stands-on-engine-contract-domain-sheet': ['src/server/a.ts', `import '../console/main'`],
  'console-stands-on-engine-contract-domain-sheet': [
    'src/console/main.tsx',
    `import '../server/index'\nexport const Main = () => <p>a</p>`,
  ],
  'tools-stands-on-server-engine-contract-domain-sheet': ['src/tools/a.ts', `import '../console/main'`],
  'console-base': ['src/console/paths.ts', `import './api/index'`],
  'console-api': ['src/console/api/a.ts', `import '../auth/index'`],
  'console-auth': ['src/console/auth/a.ts', `import '../ui/index'`],
  'console-ui': ['src/console/ui/a.tsx', `import '../forms/index'\nexport const Row = () => <p>a</p>`],
  'console-forms': ['src/console/forms/a.ts', `import '../features/devices/index'`],
  'console-features': ['src/console/features/devices/a.ts', `import '../../shell/index'`],
  'console-shell': ['src/console/shell/a.ts', `import '../App'`],
  'feature-entered-by-its-index': ['src/console/shell/a.ts', `import '../features/devices/DeviceList'`],
  'feature-enters-another-by-its-index': [
    'src/console/features/orders/a.ts',
    `void import('../devices/DeviceList')`,
  ],
  'node-only-in-server-and-tools': ['src/sheet/a.ts', `import 'node:fs'`],
  'react-only-in-console': ['src/server/a.ts', `import { createElement } from 'react'`],
  'database-and-http-only-in-server-and-tools': ['src/engine/a.ts', `import { sql } from 'kysely'`],
  'domain-needs-no-package-but-dates': ['src/domain/a.ts', `import Type from 'typebox'`],
  'src-knows-no-tests': ['src/server/a.ts', `import '../../tests/support/help'`],
  'no-circles': ['src/domain/index.ts', `import './b'`],
  'every-import-resolves': ['src/domain/a.ts', `import './absent'`],
  'packages-are-declared': ['src/sheet/a.ts', `import 'entities'`],
  'development-packages-only-in-tools': ['src/server/a.ts', `import 'tsx'`],
}

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function violations(files: Record<string, string>): Promise<{ rules: string[]; modules: number }> {
  const base = await mkdtemp(join(tmpdir(), 'law-'))
  folders.push(base)
  await symlink(join(root, 'node_modules'), join(base, 'node_modules'))
  await symlink(join(root, 'package.json'), join(base, 'package.json'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(base, file)), { recursive: true })
    await writeFile(join(base, file), `${text}\n`)
  }
  const { output } = await cruise(['src'], {
    ...law.options,
    baseDir: base,
    validate: true,
    ruleSet: { forbidden: law.forbidden },
  })
  const { summary } = output as ICruiseResult
  return { rules: [...new Set(summary.violations.map(v => v.rule.name))], modules: summary.totalCruised }
}

/** A tree that keeps the law and holds everything the forbidden imports reach for. */
const lawful: Record<string, string> = {
  ...Object.fromEntries(
    ['domain', 'contract', 'engine', 'sheet', 'server', 'tools'].map(room => [
      `src/${room}/index.ts`,
      'export type X = string',
    ]),
  ),
  ...Object.fromEntries(
    ['api', 'auth', 'ui', 'forms', 'shell', 'features/devices'].map(part => [
      `src/console/${part}/index.ts`,
      'export {}',
    ]),
  ),
  'src/console/main.tsx': `import './App'\nimport './paths'`,
  'src/console/App.tsx': `import { createElement } from 'react'\nimport './shell/index'\nexport const App = () => <p>{createElement('b')}</p>`,
  'src/console/paths.ts': `import type { X } from '../contract/index'`,
  'src/console/features/devices/index.ts': `import './DeviceList'`,
  'src/console/features/devices/DeviceList.ts': `import '../../ui/index'`,
  'src/domain/b.ts': `import './index'`,
  'src/server/index.ts': `import 'node:fs'\nimport { sql } from 'kysely'\nimport type { X } from '../sheet/index'`,
  'src/tools/index.ts': `import '../server/index'\nimport 'tsx'`,
  'tests/support/help.ts': 'export {}',
}

test('a tree that keeps the law passes', async () => {
  const { rules, modules } = await violations(lawful)
  expect(rules).toEqual([])
  expect(modules).toBeGreaterThan(Object.keys(lawful).length - 2)
})

test.each(Object.entries(forbidden))('%s is refused', async (rule, [file, text]) => {
  const { rules } = await violations({ ...lawful, [file]: text })
  expect(rules).toContain(rule)
})

test('every rule of the law is tried here', () => {
  expect(law.forbidden.map(rule => rule.name).sort()).toEqual(Object.keys(forbidden).sort())
})

test('the source of the product keeps the law, and all of it was read', async () => {
  const { output } = await cruise(['src'], {
    ...law.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: law.forbidden },
  })
  const { modules, summary } = output as ICruiseResult
  expect(summary.violations.map(v => `${v.rule.name}: ${v.from} → ${v.to}`)).toEqual([])
  const own = modules.filter(module => module.source.startsWith('src/'))
  expect(own.length).toBeGreaterThan(50)
  expect(own.filter(module => module.source.endsWith('.tsx')).length).toBeGreaterThan(0)
  expect(own.filter(module => module.dependencies.length > 0).length).toBeGreaterThan(own.length / 3)
})
