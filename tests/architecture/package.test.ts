/**
 * The lockfile must work everywhere: `npm ci` refuses an incomplete one, and a host name would tie it to one registry.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/source'

interface Package {
  resolved?: string
  link?: boolean
  dependencies?: object
  optionalDependencies?: object
}
type Lock = { packages: Record<string, Package> }
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

test('the lockfile names no registry', () => {
  // A link leads to a folder of this repository.
  const ofRegistry = Object.values(packages).filter(({ link }) => !link)
  expect(ofRegistry.flatMap(({ resolved }) => resolved ?? [])).toEqual([])
})

test('the lockfile contains all dependencies, for every platform', () => {
  const installed = new Set(Object.keys(packages).map(path => path.replace(/^.*node_modules\//, '')))
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter(name => !installed.has(name))
      .map(name => `${path} → ${name}`),
  )
  expect(installed.size).toBeGreaterThan(300)
  expect(missing).toEqual([])
})

test('the scripts start and gateway replace the shell by the server, so that SIGTERM reaches it', () => {
  for (const script of ['start', 'gateway']) expect(manifest.scripts[script]).toMatch(/^exec node [^&|;]+$/)
})

test('package.json has exact versions', () => {
  const versions = { ...manifest.dependencies, ...manifest.devDependencies }
  const loose = Object.entries(versions).filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version))
  expect(loose).toEqual([])
})
