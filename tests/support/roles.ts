/** The package's config with roles, as `config/roles.json` would say them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiled } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { packageRoot } from '../../src/server/packageRoot'
import { configFiles } from './configFiles'
import { SIMS } from './sims'

export type RolesFile = { roles: Record<string, object> }

/** The roles of the package's example. */
export const EXAMPLE = JSON.parse(
  readFileSync(join(packageRoot, 'config/examples/roles.json'), 'utf8'),
) as RolesFile

/**
 * Config with these roles and described records (SIMS).
 *
 * @param examples of the package that are in use
 * @throws with what is wrong with them
 */
export function configOfRoles(roles: Record<string, object>, ...examples: string[]): Compiled {
  const files = configFiles()
  const used = examples.map(name => [`resources/${name}.json`, files[`examples/${name}.json`]!])
  const result = compileConfig({
    ...files,
    ...Object.fromEntries(used),
    'resources/sims.json': JSON.stringify(SIMS),
    'roles.json': JSON.stringify({ roles }),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config
}

/** What is wrong with these roles: each with its code, place and parameters. */
export function problemsOfRoles(file: object) {
  const result = compileConfig({
    ...configFiles(),
    'resources/sims.json': JSON.stringify(SIMS),
    'roles.json': JSON.stringify(file),
  })
  return result.ok ? [] : result.errors.map(({ path, code, params }) => ({ path, code, params }))
}
