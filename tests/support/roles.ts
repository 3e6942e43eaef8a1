/** The package's config with roles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiled } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { packageRoot } from '../../src/server/packageRoot'
import { compileWith } from './config'
import { configFiles } from './configFiles'
import { SIMS } from './sims'

type RolesFile = { roles: Record<string, object> }

/** The roles of the package's example. */
export const EXAMPLE = JSON.parse(
  readFileSync(join(packageRoot, 'config/examples/roles.json'), 'utf8'),
) as RolesFile

/**
 * The package's config with these roles and the resource SIMS.
 *
 * @param examples names of example resources to add
 */
export function configOfRoles(roles: Record<string, object>, ...examples: string[]): Compiled {
  const files = configFiles()
  const exampleOf = (name: string) => JSON.parse(files[`examples/${name}.json`]!) as object
  const used = examples.map(name => [`resources/${name}.json`, exampleOf(name)])
  return compileWith({ ...Object.fromEntries(used), 'resources/sims.json': SIMS, 'roles.json': { roles } })
}

/** The problems of a file of roles: code, path and parameters. */
export function problemsOfRoles(file: object) {
  const result = compileConfig({
    ...configFiles(),
    'resources/sims.json': JSON.stringify(SIMS),
    'roles.json': JSON.stringify(file),
  })
  return result.ok ? [] : result.errors.map(({ path, code, params }) => ({ path, code, params }))
}
